import ArgumentParser
import Foundation
import ShelfClient
import ShelfHTTP
import ShelfTerminal
import ShelfWire

/// `shelflife inspect`: shows the contents of a window file.
struct Inspect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lay a window file open as far as the keys at hand allow, and check it.",
        discussion: "The exit code is 1 when a check fails; its name is the last word on standard error.")

    @Argument(help: "A file, or the address of one, such as http://127.0.0.1:8080/v1/stores/main/window.")
    var file: String

    @Option(help: "The store whose window it should be; unless given, what the file says.")
    var store: String?

    @OptionGroup var keys: KeyOptions

    func run() async throws {
        let report = WindowReport(try await bytes(), key: try keys.publicKey, secret: try keys.secret, store: store)
        Output.print(report.lines)
        guard let failure = report.failure else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\(file): \(failure): \(failure.rawValue)\n".utf8))
        throw ExitCode(1)
    }

    private func bytes() async throws -> [UInt8] {
        guard file.hasPrefix("http://") || file.hasPrefix("https://") else {
            do {
                return Array(try Data(contentsOf: URL(filePath: file)))
            } catch {
                throw UsageError("\(file) can't be read: \(error.localizedDescription)")
            }
        }
        return try await fetched(ServerAddress.url(file))
    }

    private func fetched(_ url: URL) async throws -> [UInt8] {
        do {
            let client = makeHTTPClient(server: url, nowUs: LocalClock.live.nowUs)
            let answer = try await client.answer(to: .get("", silence: 15), bytesAtMost: WindowFile.bytesAtMost)
            guard answer.head.status == 200 else {
                throw UsageError("\(url) answered \(answer.head.status), not with a window; check the address")
            }
            return answer.body
        } catch let error as HTTPError {
            throw UsageError("\(url): \(TransportError(error))")
        }
    }
}
