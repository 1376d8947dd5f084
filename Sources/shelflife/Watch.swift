import ArgumentParser
import Foundation
import ShelfClient
import ShelfModel
import ShelfTerminal
import ShelfWire

/// `shelflife watch`: a store in the terminal.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a store in the terminal, in step with every other player.",
        discussion: """
            Keys: the arrows choose a position and Enter buys what it shows, tab goes to another \
            store, q quits. The player is made at the first time and kept for each server in your \
            application support. When the output is not a terminal, nothing is bought, and each \
            change is a line: time, position, item, price.
            """)

    @Argument(help: "The server's address, such as http://127.0.0.1:8080.")
    var url: String

    @Option(help: "The store to begin with; unless given, the server's first.")
    var store: String?

    @OptionGroup var keys: KeyOptions

    @Option(help: "Without a terminal: end after this number of changes.")
    var count: Int?

    @Option(name: .customLong("for"), help: "Without a terminal: end after this time, such as 30s or 5m.")
    var span: String?

    func run() async throws {
        let server = try ServerAddress.url(url)
        let plan = try await WatchPlan(
            transport: .live(server: server), store: store, key: keys.publicKey, secret: keys.secret,
            player: .applicationSupport(of: server))
        guard isatty(STDOUT_FILENO) == 1 else { return try await printLines(plan) }
        let style =
            ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true ? TerminalStyle.colour : .monochrome
        if let signal = try await WatchScreen(plan, style: style).run() { throw ExitCode(128 + signal) }
    }

    private func printLines(_ plan: WatchPlan) async throws {
        try await WatchLines(plan, count: count, span: try span.map(Self.span)).run { Output.print($0) }
    }

    private static func span(_ text: String) throws -> TimeSpan {
        guard let span = TimeSpan(argument: text) else {
            throw ValidationError("--for wants a time such as 30s or 5m, not \(text)")
        }
        return span
    }
}
