import HTTPTypes
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// Makes the answers with pictures, from memory, from copies on the disk, or from the database.
///
/// A name that was never on a card that somebody could read is answered like one that doesn't exist.
struct PictureAnswers: Sendable {
    private let book: PictureBook
    private let files: FileCache
    private let timeline: Timeline

    init(engine: Engine) {
        (book, files, timeline) = (engine.pictures, engine.files, engine.timeline)
    }

    /// Increases whenever a picture may have been removed.
    var version: Int { book.version }

    /// - Returns: the answer if all that it needs is in memory; `nil` when the router has to answer.
    func ready(_ name: String, _ file: String, earliest: Instant) -> Answer? {
        guard let name = Self.name(name), let width = Self.width(file), let picture = book.picture(named: name),
            isShown(picture, earliest), picture.removal == nil, let variant = picture.variant(forWidth: width)
        else { return nil }
        return files.ready(variant.file).map { Self.answer($0.bytes, variant, isKept: $0.isKept) }
    }

    /// - Throws: a ``Problem`` where there is no such picture for everybody, or the database's error.
    func answer(_ name: String, _ file: String) async throws -> Answer {
        guard let name = Self.name(name), let width = Self.width(file), let known = book.picture(named: name) else {
            throw Problem.notFound
        }
        let picture = try await available {
            isShown(known, timeline.earliest) ? known : try await book.read(again: name)
        }
        guard let picture, isShown(picture, timeline.earliest) else { throw Problem.notFound }
        guard picture.removal == nil else { throw Problem.pictureRemoved }
        guard let answer = try await answer(picture, width: width, { Self.answer($0, $1) }) else {
            throw Problem.notFound
        }
        return answer
    }

    /// A picture as admins see it, shown or not, which nobody may keep.
    func look(_ master: [UInt8], _ file: String) async throws -> Answer {
        guard let width = Self.width(file), let picture = book.picture(of: master) else { throw Problem.notFound }
        guard picture.removal == nil else { throw Problem.pictureRemoved }
        let answer = try await answer(picture, width: width) { bytes, _ in
            Answer(bytes, type: Self.type, caching: "no-store", headers: [.xContentTypeOptions: "nosniff"])
        }
        guard let answer else { throw Problem.notFound }
        return answer
    }

    private func isShown(_ picture: StoredPicture, _ earliest: Instant) -> Bool {
        picture.shownFrom.map { $0 <= earliest } ?? false
    }

    private func answer(
        _ picture: StoredPicture, width: Int, _ made: ([UInt8], StoredPicture.Variant) -> Answer
    ) async throws -> Answer? {
        guard let variant = picture.variant(forWidth: width) else { return nil }
        return try await available { try await files.bytes(of: variant.file) }.map { made($0, variant) }
    }

    private static let type = "image/webp"

    private static func answer(_ bytes: [UInt8], _ variant: StoredPicture.Variant, isKept: Bool = true) -> Answer {
        var headers = AnswerFields.anyOrigin
        headers[.xContentTypeOptions] = "nosniff"
        headers[.crossOriginResourcePolicy] = "cross-origin"
        headers[.acceptRanges] = "bytes"
        return Answer(
            bytes, type: type, caching: "public, max-age=31536000, immutable",
            entityTag: "\"\(Hex.encode(variant.file.prefix(16)))\"", headers: headers, isKept: isKept)
    }

    private static func name(_ text: String) -> [UInt8]? {
        Base64URL.decode(text).flatMap { $0.count == Picture.nameBytes ? $0 : nil }
    }

    /// `96.webp` and the other widths; others would fill caches with the same picture under many names.
    private static func width(_ file: String) -> Int? { widths[file] }

    private static let widths = Dictionary(uniqueKeysWithValues: PictureLadder.widths.map { ("\($0).webp", $0) })
}
