import HTTPTypes
import Hummingbird
import NIOCore
import ShelfEngine
import ShelfModel
import ShelfWire

/// Makes the answers with documents of channels and with the files of releases.
///
/// A channel that can't be reached by what was asked for is answered like one that doesn't exist, and so is a file that
/// isn't public.
struct PackAnswers: Sendable {
    private let book: PackBook
    private let files: FileCache
    private let timeline: Timeline

    private static let type = "application/octet-stream"

    init(engine: Engine) {
        (book, files, timeline) = (engine.packs, engine.files, engine.timeline)
    }

    func document(of pack: String, at address: String) throws -> Answer {
        guard let bytes = try book.document(of: pack, at: address, now: timeline.now) else { throw Problem.notFound }
        return Answer(
            bytes, type: Self.type, caching: "public, max-age=60",
            entityTag: "\"\(Hex.encode(FileDigest.of(bytes).prefix(16)))\"", headers: Self.headers)
    }

    /// A file, or the part of it that is asked for. It is read while it is sent.
    func file(_ name: String, _ request: Request) throws -> Response {
        guard let digest = Hex.decode(name), let file = book.shelf.file(digest) else { throw Problem.notFound }
        var fields = Self.headers
        fields[.cacheControl] = "public, max-age=31536000, immutable"
        return request.response(
            entityTag: "\"\(Hex.encode(digest.prefix(16)))\"", length: file.length, type: Self.type, fields: fields
        ) { body(file, $0) }
    }

    private func body(_ file: FileHead, _ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [files] writer in
            // One is written while the other is sent. To give memory back and get it anew would take longer than to
            // read a part.
            var (buffer, sent) = (ByteBuffer(), ByteBuffer())
            for part in file.parts {
                let place = file.bytes(of: part)
                let wanted = place.clamped(to: range)
                guard !wanted.isEmpty else { continue }
                // What is missing now was there a moment before; the client sees that the answer is cut off.
                guard let bytes = try await files.part(part, of: file) else { throw FileGone() }
                swap(&buffer, &sent)
                buffer.clear()
                buffer.writeBytes(
                    bytes[(wanted.lowerBound - place.lowerBound)..<(wanted.upperBound - place.lowerBound)])
                try await writer.write(buffer)
            }
            try await writer.finish(nil)
        }
    }

    private struct FileGone: Error {}

    private static let headers: HTTPFields = {
        var fields = AnswerFields.anyOrigin
        fields[.xContentTypeOptions] = "nosniff"
        fields[.crossOriginResourcePolicy] = "cross-origin"
        return fields
    }()
}
