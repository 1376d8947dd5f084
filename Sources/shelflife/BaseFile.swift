import Foundation
import ShelfDatabase
import ShelfTerminal
import ShelfWire

/// Keeps beside content which version of a server it was made from: the version's number, a space, and its digest. Content
/// that is published to several servers has a line for each of them.
struct BaseFile {
    static let name = ".shelflife-base"

    struct Line: Hashable {
        let number: Int64
        /// SHA-256 over the version's files in hexadecimal, by which the servers are told apart; `nil` for any server.
        let digest: String?
    }

    private let url: URL

    /// - Parameter folder: that of the content file.
    init(folder: URL) {
        url = folder.appending(path: Self.name)
    }

    /// Finds the line of a server, which is that of a version that the server has; `nil` where the content wasn't exported
    /// from it, and never published to it from here. A token that doesn't read content can't tell servers apart, so the
    /// only line counts then.
    func line(of server: AdminServer) async throws -> Line? {
        let lines = try lines()
        for line in lines.sorted(by: { $0.number > $1.number }) {
            guard let digest = line.digest else { return line }
            let target = RequestTarget(.contentVersion, ["\(line.number)"])
            do {
                let version: ContentVersionRecord = try await server.get(target.path)
                if version.digest == digest { return line }
            } catch is AdminServer.Forbidden {
                return lines.count == 1 ? line : nil
            } catch is UsageError {
                continue
            }
        }
        return nil
    }

    /// - Parameter former: the line that it takes the place of.
    func write(_ version: ContentVersionRecord, inPlaceOf former: Line?) throws {
        let kept = ((try? lines()) ?? []).filter { $0 != former && $0.digest != nil }
        try write(kept + [Line(number: version.number, digest: version.digest)])
    }

    /// Keeps that the content is this version, too.
    func add(_ line: Line) throws {
        let kept = try lines()
        guard !kept.contains(line) else { return }
        try write(kept.filter { $0.digest != nil } + [line])
    }

    /// Keeps that the content was made from this version, and nothing else.
    func writeAnew(_ version: ContentVersionRecord) throws {
        try write([Line(number: version.number, digest: version.digest)])
    }

    private func write(_ lines: [Line]) throws {
        do {
            try Data(lines.map { "\($0.number) \($0.digest ?? "")\n" }.joined().utf8).write(to: url)
        } catch {
            throw StorageError.explaining(error, at: url.path)
        }
    }

    private func lines() throws -> [Line] {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
        return try text.split(whereSeparator: \.isNewline).map { line in
            let words = line.split(separator: " ")
            guard 1...2 ~= words.count, let number = Int64(words[0]), number > 0 else {
                throw UsageError(
                    """
                    \(url.path): found \(line), expected the number of a version and its digest; remove the file, and use \
                    --base instead
                    """)
            }
            return Line(number: number, digest: words.count > 1 ? String(words[1]) : nil)
        }
    }
}
