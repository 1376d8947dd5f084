package import ShelfWire

/// Performs a store's purchases and tells what comes of them.
///
/// All it starts are the tasks of its jobs; when ``run()`` returns, none of
/// them is left, and what isn't answered by then goes on at the next start.
package actor PurchaseRunner {
    /// Waits until this device's clock shows so many microseconds.
    package typealias Sleep = @Sendable (_ untilUs: Int64) async throws -> Void

    private struct Job {
        let intent: PurchaseIntent
        let task: Task<Void, Never>
        var waiting: [AsyncStream<Purchase.Outcome>.Continuation] = []
    }

    private let store: String
    private let publicKey: PublicKey
    private let trade: TradeTransport
    private let archive: PlayerArchive
    private let local: LocalClock
    private let sleep: Sleep
    private let account: PlayerAccount

    package private(set) var isRunning = false
    private var resuming: Task<Void, any Error>?
    private var jobs: [String: Job] = [:]
    /// Whose answers were forged: whoever wishes for one of these again, wishes for the same.
    private var unproven: [PurchaseRequest: PurchaseIntent] = [:]
    private var status = PurchaseStatus.none
    private let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameter sleep: the system's unless given.
    package init(
        store: String, publicKey: PublicKey, trade: TradeTransport, archive: PlayerArchive, clock: LocalClock = .live,
        sleep: Sleep? = nil
    ) {
        self.store = store
        self.publicKey = publicKey
        self.trade = trade
        self.archive = archive
        local = clock
        self.sleep = sleep ?? Self.sleep(by: clock)
        account = PlayerAccount(trade: trade, archive: archive, clock: clock)
    }

    private static func sleep(by clock: LocalClock) -> Sleep {
        { us in
            let wait = Duration.microseconds(max(0, us - clock.nowUs()))
            try await Task.sleep(for: wait, clock: .continuous)
        }
    }

    /// Goes on with what the last start left, and keeps buying until the task is cancelled. To be called once.
    package func run() async {
        isRunning = true
        try? await resume()
        let forever = AsyncStream.makeStream(of: Never.self)
        for await _ in forever.stream {}
        await end()
    }

    /// Says that ``look()`` has something new. For one reader.
    package nonisolated var changes: AsyncStream<Void> { news.stream }

    package func look() -> PurchaseStatus { status }

    /// Buys; see ``StoreModel/buy(_:)``.
    package func buy(_ position: ShelfPosition, at reading: ClockReading) async throws -> Receipt {
        let request = try position.requestToBuy(at: reading)
        guard isRunning else { throw PurchaseError.notRunning }
        let wisher: PlayerCredential
        do {
            // What was left under way may be this very wish.
            try await resume()
            wisher = try await account.credential()
        } catch { throw PurchaseError.notKept("\(error)") }
        guard isRunning else { throw PurchaseError.notRunning }
        if let intent = unproven.removeValue(forKey: request) {
            begin(intent, with: .resumed)
        } else if key(of: request) == nil {
            let name = position.card?.name ?? ""
            begin(PurchaseIntent(store: store, request: request, name: name, wisher: wisher), with: .begun)
        }
        return try await outcome(of: request)
    }

    package func loadBalances() async throws {
        status.balances = try await account.ask(trade.wallet).balances
        news.continuation.yield()
    }

    package func inventory() async throws -> [InventoryItem] {
        try await account.ask(trade.inventory).items
    }

    package func history(before: Int64?, limit: Int) async throws -> PurchaseHistory {
        try await account.ask { [trade] in try await trade.history(before, limit, $0) }
    }

    /// Tops up; see ``StoreModel/topUp(signedTransaction:)``.
    package func topUp(_ signedTransaction: String) async throws -> TopUpConfirmation {
        var patience = Patience()
        while true {
            do {
                return note(try await account.ask { [trade] in try await trade.topUp(signedTransaction, $0) })
            } catch let error as TransportError {
                guard isRunning, let seconds = SetBack(error).secondsToWait else { throw error }
                try await sleep(patience.wait(seconds: seconds, at: local.nowUs()))
            }
        }
    }

    private func note(_ confirmation: TopUpConfirmation) -> TopUpConfirmation {
        status.balances[confirmation.currency] = confirmation.balance
        news.continuation.yield()
        return confirmation
    }

    private func key(of request: PurchaseRequest) -> String? {
        jobs.values.first { $0.intent.request == request }?.intent.key
    }

    private func outcome(of request: PurchaseRequest) async throws -> Receipt {
        let (outcomes, continuation) = AsyncStream.makeStream(of: Purchase.Outcome.self)
        if let key = key(of: request) { jobs[key]?.waiting.append(continuation) }
        for await outcome in outcomes {
            switch outcome {
            case .bought(let receipt, _): return receipt
            case .refused(let error): throw error
            }
        }
        throw CancellationError()
    }

    private func resume() async throws {
        let task =
            resuming
            ?? Task {
                for intent in try await self.leftUnderWay() where self.isRunning {
                    self.begin(intent, with: .resumed)
                }
            }
        resuming = task
        do {
            try await task.value
        } catch {
            resuming = nil
            throw error
        }
    }

    /// What this store's player wished for before; another's is nobody's business here.
    private func leftUnderWay() async throws -> [PurchaseIntent] {
        let intents = try await archive.intents().filter { $0.store == store }
        guard !intents.isEmpty else { return [] }
        let wisher = try await account.credential().fingerprint
        for intent in intents where intent.wisher != wisher { await archive.forget(intent.key) }
        return intents.filter { $0.wisher == wisher }
    }

    private func begin(_ intent: PurchaseIntent, with event: Purchase.Event) {
        let task = Task { await self.drive(Purchase(intent, publicKey: publicKey), event) }
        jobs[intent.key] = Job(intent: intent, task: task)
        status.underWay.append(intent)
        news.continuation.yield()
    }

    private func drive(_ start: Purchase, _ first: Purchase.Event) async {
        var (purchase, next) = (start, Optional(first))
        while let event = next, !Task.isCancelled {
            next = nil
            for action in purchase.handle(event, at: local.nowUs()) {
                next = await perform(action, for: purchase.intent) ?? next
            }
        }
    }

    /// - Returns: what came of it.
    private func perform(_ action: Purchase.Action, for intent: PurchaseIntent) async -> Purchase.Event? {
        switch action {
        case .keep: return await keep(intent)
        case .getToken: return await getToken()
        case .dropToken(let token): await account.drop(token)
        case .send(let token): return await send(intent, token)
        case .wait(let us): return (try? await sleep(us)).map { .wake }
        case .forget: await archive.forget(intent.key)
        case .finish(let outcome): finish(intent, outcome)
        }
        return nil
    }

    private func keep(_ intent: PurchaseIntent) async -> Purchase.Event {
        do {
            try await archive.keep(intent)
            return .kept
        } catch { return .notKept("\(error)") }
    }

    private func getToken() async -> Purchase.Event {
        do {
            return .token(try await account.token())
        } catch { return .noToken(TransportError(any: error)) }
    }

    private func send(_ intent: PurchaseIntent, _ token: String) async -> Purchase.Event {
        do {
            return .confirmed(try await trade.purchase(intent, token))
        } catch { return .failed(TransportError(any: error)) }
    }

    private func finish(_ intent: PurchaseIntent, _ outcome: Purchase.Outcome) {
        let job = jobs.removeValue(forKey: intent.key)
        if outcome == .refused(.forgedReceipt) { unproven[intent.request] = intent }
        status.take(outcome, of: intent)
        for waiting in job?.waiting ?? [] {
            waiting.yield(outcome)
            waiting.finish()
        }
        news.continuation.yield()
    }

    private func end() async {
        isRunning = false
        let left = jobs.values
        for job in left { job.task.cancel() }
        await account.stop()
        for job in left { await job.task.value }
        for job in jobs.values { for waiting in job.waiting { waiting.finish() } }
        jobs = [:]
        news.continuation.finish()
    }
}

extension PurchaseStatus {
    fileprivate mutating func take(_ outcome: Purchase.Outcome, of intent: PurchaseIntent) {
        underWay.removeAll { $0.key == intent.key }
        switch outcome {
        case .bought(let receipt, let balance):
            balances[receipt.currency] = balance
            answered.append(AnsweredPurchase(intent: intent, result: .success(receipt)))
        case .refused(let error): answered.append(AnsweredPurchase(intent: intent, result: .failure(error)))
        }
        answered = answered.suffix(Self.answeredAtMost)
    }
}
