import ArgumentParser
import Foundation
import ShelfClient
import ShelfHTTP
import ShelfModel
import ShelfTerminal
import ShelfWire

/// `shelflife withdraw`
struct Withdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take something off sale on a running server.",
        discussion: """
            Names a listing (--store, --position, --start), an item (--item, in one --store or in all), or a whole \
            store (--store). From the answer on, no server on the database sells it, and players see that within two \
            seconds. A listing is withdrawn for good; the withdrawal of an item or a store is ended with --lift and its \
            number, for listings that start 11 minutes later or after. What was sold stays sold. Wants an admin token \
            with the scope content:write.
            """)

    @Argument(help: "The server's address, such as http://127.0.0.1:8080.")
    var url = "http://127.0.0.1:8080"

    @Option(help: "The store's id.")
    var store: String?

    @Option(help: "The item's id.")
    var item: String?

    @Option(help: "The listing's position, counted from 1 as on the page.")
    var position: Int?

    @Option(help: "The listing's start, such as 2026-12-24T18:00:00Z.")
    var start: String?

    @Option(help: "The number of an item's or a store's withdrawal, which is ended.")
    var lift: Int64?

    @Option(help: "Why, for the audit log.")
    var reason: String

    @Option(help: "Makes a repetition count as the same withdrawal; one is made unless given.")
    var key = UUID().uuidString

    @OptionGroup var token: AdminTokenOptions

    private static let patienceSeconds: Int64 = 10
    private static let bytesAtMost = 65_536

    func validate() throws {
        guard lift == nil || (store, item, position, start) == (nil, nil, nil, nil) else {
            throw ValidationError("--lift names a withdrawal, and goes with nothing else but --reason.")
        }
        guard store != nil || item != nil || lift != nil else { throw ValidationError("Name a --store or an --item.") }
        guard (position == nil) == (start == nil), position == nil || (store != nil && item == nil) else {
            throw ValidationError("A listing is named by --store, --position and --start, and by nothing else.")
        }
        if let position, position < 1 { throw ValidationError("--position is counted from 1, but is \(position).") }
    }

    func run() async throws {
        let answer = try await answer()
        guard answer.head.status == 200, let told = try? WireJSON.decode(WithdrawalConfirmation.self, answer.body)
        else {
            let detail = (try? WireJSON.decode(Problem.self, answer.body))?.detail
            throw UsageError("\(url) answered \(answer.head.status): \(detail ?? "check the address")")
        }
        let before = told.replayed ? ", as before" : ""
        if let untilMs = told.withdrawal.untilMs {
            let until = RFC3339.text(Instant(milliseconds: untilMs))
            return print("lifted\(before): number \(told.withdrawal.withdrawal), for what starts from \(until) on")
        }
        print("withdrawn\(before): \(goods), number \(told.withdrawal.withdrawal); nothing of it is sold from now on")
    }

    private func answer() async throws -> HTTPAnswer {
        let body = try WireJSON.encode(
            WithdrawalRequest(
                store: store, item: item, position: position.map { $0 - 1 }, startMs: try startMs, lift: lift,
                reason: reason))
        let headers = try token.header.merging([PurchaseRequest.keyHeader: key]) { $1 }
        let client = makeHTTPClient(server: try ServerAddress.url(url), nowUs: LocalClock.live.nowUs)
        do {
            return try await client.answer(
                to: .post(
                    RequestTarget(.adminWithdrawal).path, headers: headers, json: body,
                    silence: Self.patienceSeconds, isRepeatable: true), bytesAtMost: Self.bytesAtMost)
        } catch let error as HTTPError {
            throw UsageError(
                "\(url): \(TransportError(error)). It may be withdrawn or not; send the same again with --key \(key)")
        }
    }

    private var startMs: Int64? {
        get throws {
            try start.map { text in
                guard let instant = RFC3339.instant(text) else {
                    throw UsageError("--start is \(text), but an instant is written like 2026-12-24T18:00:00Z")
                }
                return instant.milliseconds
            }
        }
    }

    private var goods: String {
        if let position, let start, let store { return "position \(position) of \(store) from \(start)" }
        if let item { return "item \(item)" + (store.map { " in \($0)" } ?? " in all stores") }
        return "all of \(store ?? "")"
    }
}
