import ArgumentParser
import Foundation
import ShelfModel
import ShelfWire

/// `shelflife replace`
struct Replace: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let a coming listing of a running server show another item.",
        discussion: """
            Puts another card into a listing whose key isn't released yet. `shelflife plan` shows what is coming: what \
            is decided can be replaced until a few seconds before its key is released, which is the store's lead before \
            its start. Who kept the former card can open it then. Wants an admin token with the scope content:write.
            """)

    @Option(help: "The store's id.")
    var store: String

    @Option(help: "The listing's position, counted from 1 as on the page.")
    var position: Int

    @Option(help: "The listing's start, such as 2026-12-24T18:00:00Z.")
    var start: String

    @Option(help: "The id of the item that it shows from now on.")
    var item: String

    @Option(help: "Why, for the audit log.")
    var reason: String

    @Option(help: "Makes a repetition count as the same replacement; one is made unless given.")
    var key: String?

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = ReplacementRequest(
            store: store, position: position, startMs: try InstantOption.read(start, of: "--start").milliseconds,
            item: item, reason: reason)
        let told: ListingChangeConfirmation = try await admin.server().order(
            .adminReplacement, request, key: key ?? UUID().uuidString)
        Output.print(
            """
            replaced\(told.replayed ? ", as before" : ""): position \(position) of \(store) shows \(item) from \
            \(start) on
            """)
        Output.print(told.warnings)
    }
}
