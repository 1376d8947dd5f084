import ArgumentParser
import ShelfWire

/// `shelflife pause`
struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stop selling in a store for a while.",
        discussion: """
            From the answer on, no server on the database sells anything of the store, and players see that within two \
            seconds. Its listings go on, so `shelflife resume` gives everything back at once. Wants an admin token with the \
            scope content:write.
            """)

    @OptionGroup var options: PauseOptions

    func run() async throws {
        Output.print(
            try await options.change(paused: true)
                ? "\(options.store) is paused: nothing of it is sold until it is resumed"
                : "\(options.store) was paused already"
        )
    }
}

/// `shelflife resume`
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sell again in a store that is paused.",
        discussion: "Players can buy within two seconds. Wants an admin token with the scope content:write.")

    @OptionGroup var options: PauseOptions

    func run() async throws {
        Output.print(
            try await options.change(paused: false)
                ? "\(options.store) is resumed, and sells again" : "\(options.store) wasn't paused")
    }
}

/// Which store is paused or resumed, and why.
struct PauseOptions: ParsableArguments {
    @Option(help: "The store's id.")
    var store: String

    @Option(help: "Why, for the audit log.")
    var reason: String

    @OptionGroup var admin: AdminOptions

    /// - Returns: whether that is new.
    func change(paused: Bool) async throws -> Bool {
        let request = PauseRequest(store: store, paused: paused, reason: reason)
        let answer: PauseConfirmation = try await admin.server().post(RequestTarget(.adminPause).path, request)
        return !answer.replayed
    }
}
