import Foundation
import ShelfConfiguration
import ShelfTerminal
import ShelfWire

/// Sends a server those masters of which it has no picture, a few at a time.
///
/// It goes on where an interrupted sending ended, since what the server has made stays for a day.
struct PictureSending {
    let server: AdminServer
    /// The content file's.
    let folder: URL

    /// Few enough for a request's body.
    private static let askedAtOnce = 200
    private static let sentAtOnce = 16

    /// - Throws: a ``UsageError`` that names each picture that the server refused, with its reason.
    func send(_ masters: [LoadedContent.Master]) async throws {
        let missing = try await missing(masters)
        guard !missing.isEmpty else { return }
        Output.print("sending \(missing.count) of \(masters.count) pictures")
        var (sent, refusals) = (0, [String]())
        try await withThrowingTaskGroup(of: String?.self) { group in
            func note(_ refusal: String?) {
                sent += 1
                if let refusal { refusals.append(refusal) }
                if sent % 50 == 0, sent < missing.count { Output.print("sent \(sent) of \(missing.count) pictures") }
            }
            for (number, master) in missing.enumerated() {
                if number >= Self.sentAtOnce, let refusal = try await group.next() { note(refusal) }
                group.addTask { try await send(master) }
            }
            for try await refusal in group { note(refusal) }
        }
        guard refusals.isEmpty else { throw UsageError(refusals.sorted().joined(separator: "\n")) }
    }

    /// - Throws: a ``UsageError`` when masters are missing and the server can't make pictures.
    private func missing(_ masters: [LoadedContent.Master]) async throws -> [LoadedContent.Master] {
        var digests: Set<String> = []
        for first in stride(from: 0, to: masters.count, by: Self.askedAtOnce) {
            let some = masters[first..<min(first + Self.askedAtOnce, masters.count)]
            let answer: MissingPicturesAnswer = try await server.post(
                RequestTarget(.missingPictures).path,
                MissingPicturesRequest(masters: some.map { Hex.encode($0.digest) }))
            digests.formUnion(answer.missing)
            if let obstacle = answer.obstacle, !answer.missing.isEmpty {
                throw UsageError("\(server.url) can't make pictures: \(obstacle.visibleLine)")
            }
        }
        return masters.filter { digests.remove(Hex.encode($0.digest)) != nil }
    }

    /// - Returns: why the server refused the master; `nil` when it made the picture.
    private func send(_ master: LoadedContent.Master) async throws -> String? {
        let path = master.path
        guard let bytes = try? Data(contentsOf: folder.appending(path: path)) else {
            throw UsageError(
                """
                \(path) can't be read, and \(server.url) doesn't know its picture; put the file back, or take its line out \
                of the file \(PictureList.removedFile) in \(PictureList.folder) or in its pack
                """)
        }
        do {
            let _: PictureMasterAnswer = try await server.put(
                RequestTarget(.pictureMaster, [Hex.encode(master.digest)]).path, Array(bytes))
            return nil
        } catch let error where error is UsageError || error is AdminServer.Gone {
            return "\(path): \(error)"
        }
    }
}
