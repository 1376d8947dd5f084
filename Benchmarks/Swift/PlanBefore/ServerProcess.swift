import Foundation
import ShelfTesting

/// Runs a server in a process of its own, a hidden command of this program, for as long as it is needed.
enum ServerProcess {
    private static let patienceUs: Int64 = 60_000_000

    /// - Parameter arguments: the command and its options.
    static func running<Value: Sendable>(
        _ arguments: [String], in folder: TemporaryFolder, _ body: (ServerGreeting) async throws -> Value
    ) async throws -> Value {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        let output = folder.url.appending(path: "greeting")
        let process = try TetheredProcess([program] + arguments, output: output)
        do {
            let value = try await body(try await greeting(in: output, of: arguments[0]))
            await process.end()
            return value
        } catch {
            await process.end()
            throw error
        }
    }

    private static func greeting(in output: URL, of server: String) async throws -> ServerGreeting {
        let begunUs = TrueTime.nowUs()
        while TrueTime.nowUs() - begunUs < patienceUs {
            let said = try Data(contentsOf: output)
            if said.last == UInt8(ascii: "\n") { return try JSONDecoder().decode(ServerGreeting.self, from: said) }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw PlanBeforeError.silent(server: server)
    }
}
