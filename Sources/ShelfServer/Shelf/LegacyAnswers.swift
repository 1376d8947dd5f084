import ShelfEngine
import ShelfModel
import ShelfWire
import Synchronization

/// Makes and caches the answers with the files for old clients.
final class LegacyAnswers: Sendable {
    private struct Shown {
        let digest: String
        let answer: Answer
    }

    private let files: LegacyFiles
    private let shown = Mutex<[String: Shown]>([:])

    init(files: LegacyFiles) {
        self.files = files
    }

    /// - Parameter earliest: the earliest that the true time can be.
    func newest(of store: String, earliest: Instant) throws(Problem) -> Answer {
        guard let file = files[store] else { throw Problem.notFound }
        return answer(file, of: store).keptUntilNext(after: file.issuedAt, earliest: earliest)
    }

    private func answer(_ file: LegacyFile, of store: String) -> Answer {
        shown.withLock { shown in
            if let ready = shown[store], ready.digest == file.digest { return ready.answer }
            let answer = Answer(
                file.bytes, type: "text/plain; charset=utf-8", caching: "no-store", entityTag: "\"\(file.digest)\"")
            shown[store] = Shown(digest: file.digest, answer: answer)
            return answer
        }
    }
}
