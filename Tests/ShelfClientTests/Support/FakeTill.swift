import ShelfClient
import ShelfModel
import ShelfWire
import Synchronization

/// A server that sells: it keeps its promises to a key, and breaks down as a test wants.
final class FakeTill: Sendable {
    /// What becomes of one request to buy.
    enum Fault: Sendable {
        /// It doesn't arrive.
        case lost
        /// It is judged, but the answer doesn't arrive.
        case answerLost
        case problem(Problem)
        case status(Int, retryAfter: Int64?)
        case tokenEnded
        case forged
        /// The answer doesn't say what the wallet holds.
        case balanceUnknown
        /// It is judged, but there is no answer for as long as anybody waits.
        case silent
        /// The answer comes when the test lets it.
        case held
    }

    struct Sight {
        /// The keys of all requests to buy that were sent, in their order.
        var keys: [String] = []
        var tokens: [String] = []
        var signIns = 0
        var refreshes = 0
        var sold: [String: Receipt] = [:]
        /// All signed transactions that were sent, in their order.
        var transactions: [String] = []
        var counted: Set<String> = []
    }

    private struct State {
        var sight = Sight()
        var faults: [Fault] = []
        var signInFaults: [TransportError] = []
        var refreshFaults: [TransportError] = []
        var refusal: Problem.Code?
        var players: [String: Int] = [:]
        var good: Set<String> = []
        var held: [CheckedContinuation<Void, Never>] = []
        var issued = 0
    }

    let store: FakeStore
    let topUpCurrency = Mutex("coins")
    private let state = Mutex(State())

    init(_ store: FakeStore = FakeStore(), faults: [Fault] = []) {
        self.store = store
        state.withLock { $0.faults = faults }
    }

    var sight: Sight { state.withLock(\.sight) }
    var heldCount: Int { state.withLock(\.held.count) }

    func fail(_ faults: Fault...) { state.withLock { $0.faults += faults } }
    func failSignIn(_ errors: TransportError...) { state.withLock { $0.signInFaults += errors } }
    func failRefresh(_ errors: TransportError...) { state.withLock { $0.refreshFaults += errors } }
    /// Every purchase from now on is judged so.
    func refuse(_ code: Problem.Code?) { state.withLock { $0.refusal = code } }

    func letGo() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for waiting in held { waiting.resume() }
    }

    var transport: TradeTransport {
        TradeTransport(
            signIn: { try self.signIn($0) },
            refresh: { _ in try self.refresh() },
            purchase: { try await self.sell(Order(store: $0, key: $1, request: $2), token: $3) },
            topUp: { try await self.topUp($0, token: $1) },
            wallet: {
                try self.check($0)
                return PlayerAnswer(player: "1", balances: ["coins": self.balance, "gems": 7])
            },
            inventory: {
                try self.check($0)
                return InventoryAnswer(
                    items: self.sight.sold.values.map {
                        InventoryItem(
                            item: $0.item, name: $0.item, set: "s", glyph: nil, art: nil, count: 1, edition: nil,
                            numbers: [])
                    })
            },
            history: {
                try self.check($2)
                return PurchaseHistory(purchases: [], next: $0)
            })
    }

    private var balance: Int64 {
        1000 + (topUpCurrency.withLock { $0 == "coins" } ? 100 * Int64(sight.counted.count) : 0)
            - state.withLock { $0.sight.sold.values.map(\.price).reduce(0, +) }
    }

    private func signIn(_ credential: PlayerCredential) throws -> PlayerTokens {
        try state.withLock { state in
            state.sight.signIns += 1
            if !state.signInFaults.isEmpty { throw state.signInFaults.removeFirst() }
            state.players[credential.text] = state.players[credential.text] ?? state.players.count + 1
            return Self.tokens(&state)
        }
    }

    private func refresh() throws -> PlayerTokens {
        try state.withLock { state in
            state.sight.refreshes += 1
            if !state.refreshFaults.isEmpty { throw state.refreshFaults.removeFirst() }
            return Self.tokens(&state)
        }
    }

    private static func tokens(_ state: inout State) -> PlayerTokens {
        state.issued += 1
        let token = "token \(state.issued)"
        state.good.insert(token)
        return PlayerTokens(player: "1", token: token, expiresIn: 900, refreshToken: "refresh \(state.issued)")
    }

    private func check(_ token: String) throws {
        guard state.withLock({ $0.good.contains(token) }) else { throw Self.problem(.unauthorized, 401) }
    }

    private func nextFault(_ note: (inout Sight) -> Void) -> Fault? {
        state.withLock { state in
            note(&state.sight)
            return state.faults.isEmpty ? nil : state.faults.removeFirst()
        }
    }

    private func topUp(_ transaction: String, token: String) async throws -> TopUpConfirmation {
        func count() throws -> TopUpConfirmation {
            try check(token)
            let isNew = state.withLock { $0.sight.counted.insert(transaction).inserted }
            let currency = topUpCurrency.withLock { $0 }
            return TopUpConfirmation(
                transaction: transaction, currency: currency, amount: 100, replayed: !isNew,
                balance: currency == "coins" ? balance : 107)
        }
        switch nextFault({ $0.transactions.append(transaction) }) {
        case .lost: throw TransportError.unreachable("lost")
        case .problem(let problem): throw TransportError.problem(problem)
        case .status(let status, let seconds): throw TransportError.status(status, retryAfter: seconds)
        case .tokenEnded: _ = state.withLock { $0.good.remove(token) }
        case nil: break
        default:
            _ = try count()
            throw TransportError.unreachable("the answer is lost")
        }
        return try count()
    }

    private func sell(_ order: Order, token: String) async throws -> PurchaseConfirmation {
        let fault = nextFault {
            $0.keys.append(order.key)
            $0.tokens.append(token)
        }
        switch fault {
        case .lost: throw TransportError.unreachable("lost")
        case .answerLost:
            _ = try judge(order, token)
            throw TransportError.unreachable("lost")
        case .silent:
            _ = try judge(order, token)
            try await Task.sleep(for: .seconds(1 << 30))
        case .problem(let problem): throw TransportError.problem(problem)
        case .status(let status, let seconds): throw TransportError.status(status, retryAfter: seconds)
        case .tokenEnded: _ = state.withLock { $0.good.remove(token) }
        case .forged: return try judge(order, token, signedBy: FakeStore(signer: 2))
        case .held:
            await withCheckedContinuation { waiting in state.withLock { $0.held.append(waiting) } }
        case .balanceUnknown:
            let told = try judge(order, token)
            return PurchaseConfirmation(receipt: told.receipt, replayed: told.replayed, balance: nil)
        case nil: break
        }
        return try judge(order, token)
    }

    private func judge(_ order: Order, _ token: String, signedBy signer: FakeStore? = nil) throws
        -> PurchaseConfirmation
    {
        try check(token)
        if let code = state.withLock({ $0.refusal }) { throw Self.problem(code, 409) }
        let wasSold = sight.sold[order.key] != nil
        let receipt = state.withLock { state in
            let receipt = state.sight.sold[order.key] ?? order.receipt(Int64(state.sight.sold.count + 1))
            state.sight.sold[order.key] = receipt
            return receipt
        }
        return PurchaseConfirmation(
            receipt: (signer ?? store).sign(receipt), replayed: wasSold, balance: balance)
    }

    static func problem(_ code: Problem.Code, _ status: Int, retryAfter: Int64? = nil) -> TransportError {
        var problem = Problem(code, status: status, title: "No", detail: "Not so.")
        problem.retryAfter = retryAfter
        return .problem(problem)
    }
}

extension FakeTill {
    /// A request to buy, as it arrives.
    struct Order {
        let store: String
        let key: String
        let request: PurchaseRequest

        /// The receipt that an honest server answers with.
        func receipt(_ purchase: Int64 = 1, price: Int64? = nil) -> Receipt {
            Receipt(
                purchase: purchase, player: "1", key: key, store: store, chain: request.chain, slot: request.slot,
                position: request.position, revision: request.revision, item: "i", price: price ?? request.price,
                currency: "coins", number: purchase, at: 0)
        }
    }
}

extension PurchaseIntent {
    /// The receipt that an honest server answers with.
    func receipt(key: String? = nil, price: Int64? = nil) -> Receipt {
        FakeTill.Order(store: store, key: key ?? self.key, request: request).receipt(price: price)
    }
}
