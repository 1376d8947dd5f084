import ArgumentParser
import Foundation
import ShelfModel
import ShelfWire

/// `shelflife redraw`
struct RedrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redraw",
        abstract: "Let a store of a running server draw its coming hours anew.",
        discussion: """
            Everything that starts at --from or later and isn't released is drawn again, by the content in force. What \
            is decided keeps its times; what isn't gets others, too. Wants an admin token with the scope content:write.
            """)

    @Option(help: "The store's id.")
    var store: String

    @Option(help: "From when on, such as 2026-12-24T18:00:00Z; now unless set.")
    var from: String?

    @Option(help: "Why, for the audit log.")
    var reason: String

    @Option(help: "Makes a repetition count as the same redraw; one is made unless given. Goes with --from.")
    var key: String?

    @OptionGroup var admin: AdminOptions

    func validate() throws {
        guard key == nil || from != nil else {
            throw ValidationError("--key goes with --from, so that a repetition asks for the same.")
        }
    }

    func run() async throws {
        let begin = try from.map { try InstantOption.read($0, of: "--from") } ?? WallClock.now()
        let request = RedrawRequest(store: store, fromMs: begin.milliseconds, reason: reason)
        let told: ListingChangeConfirmation = try await admin.server().order(
            .adminRedraw, request, key: key ?? UUID().uuidString)
        Output.print(
            """
            redrawn\(told.replayed ? ", as before" : ""): \(store) from \(RFC3339.text(begin)) on; \
            \(told.listings) decided listings are drawn anew
            """)
        Output.print(told.warnings)
    }
}
