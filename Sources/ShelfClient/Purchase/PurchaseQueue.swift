package import ShelfWire

/// Keeps a store's purchase intents until the server has judged them, and tells what came of each.
///
/// Each intent is one task. When ``run()`` returns none of them is left, and
/// what isn't judged by then goes on at the next start.
package actor PurchaseQueue {
    private struct Job {
        let intent: PurchaseIntent
        let task: Task<Void, Never>
    }

    private typealias Outcomes = AsyncStream<Purchase.Outcome>

    private let store: String
    private let publicKey: PublicKey
    nonisolated let account: PlayerAccount
    private let performer: PurchasePerformer

    /// Until ``run()`` has ended. What is bought before it has begun is bought already.
    package private(set) var isRunning = true
    private var resuming: Task<Void, any Error>?
    private var reloading: Task<Void, Never>?
    /// By the intent's key.
    private var jobs: [String: Job] = [:]
    /// The callers of ``buy(_:at:)``, each with a number, that wait for a request's outcome.
    private var waiting: [PurchaseRequest: [Int: Outcomes.Continuation]] = [:]
    private var waited = 0
    /// Intents whose answer was no valid receipt. Buying one of these again asks about the same purchase.
    private var unproven: [PurchaseRequest: PurchaseIntent] = [:]
    private var status = PurchaseStatus.none
    private var looks = 0
    private let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    package init(
        store: String, publicKey: PublicKey, trade: TradeTransport, archive: PlayerArchive, clock: LocalClock = .live
    ) {
        self.store = store
        self.publicKey = publicKey
        account = PlayerAccount(trade: trade, archive: archive, clock: clock)
        performer = PurchasePerformer(account: account, trade: trade, archive: archive, local: clock)
    }

    /// Goes on with what the last start left, and keeps buying until the task is cancelled. To be called once.
    package func run() async {
        try? await resume()
        let forever = AsyncStream.makeStream(of: Never.self)
        for await _ in forever.stream {}
        await end()
    }

    /// Yields when ``look()`` would return something new. Only one task may read this stream.
    package nonisolated var changes: AsyncStream<Void> { news.stream }

    package func look() -> PurchaseStatus { status }

    /// The same with a number that grows from one call to the next, for a caller to whom the answers may come out of
    /// order.
    func numberedLook() -> (number: Int, status: PurchaseStatus) {
        looks += 1
        return (looks, status)
    }

    /// Buys; see ``StoreModel/buy(_:)``.
    package func buy(_ position: ShelfPosition, at reading: ClockReading) async throws(PurchaseError) -> Receipt {
        let newest = try position.requestToBuy(at: reading)
        guard isRunning else { throw .notRunning }
        var request = newest
        let (outcomes, number) = wait(for: newest)
        defer { waiting[request]?[number] = nil }
        let buyer = try await readyBuyer()
        // What the last start left of this request may have been judged meanwhile. Then the tap was for that.
        if isRunning, let caller = waiting[newest]?[number] {
            // The offer may be bought already, by the name of an earlier listing.
            let begun = jobs.values.map(\.intent) + unproven.values
            request = begun.first(where: position.isBought)?.request ?? newest
            waiting[newest]?[number] = nil
            waiting[request, default: [:]][number] = caller
            begin(request, of: position, buyer: buyer)
        }
        for await outcome in outcomes {
            switch outcome {
            case .bought(let receipt, _): return receipt
            case .refused(let error): throw error
            }
        }
        throw .cancelled
    }

    private func wait(for request: PurchaseRequest) -> (outcomes: Outcomes, number: Int) {
        let (outcomes, continuation) = Outcomes.makeStream()
        waited += 1
        waiting[request, default: [:]][waited] = continuation
        return (outcomes, waited)
    }

    /// Begins a purchase, unless one of the same request is under way.
    private func begin(_ request: PurchaseRequest, of position: ShelfPosition, buyer: PlayerCredential) {
        if let intent = unproven.removeValue(forKey: request) {
            begin(intent, with: .resumed)
        } else if !jobs.values.contains(where: { $0.intent.request == request }) {
            begin(
                PurchaseIntent(
                    store: store, request: request, name: position.card?.name ?? "", offer: position.offer,
                    buyer: buyer), with: .begun)
        }
    }

    package func loadBalances() async throws {
        status.balances = try await account.balances()
        news.continuation.yield()
    }

    package func inventory() async throws -> [InventoryItem] {
        try await account.inventory()
    }

    package func history(before: Int64?, limit: Int) async throws -> PurchaseHistory {
        try await account.history(before: before, limit: limit)
    }

    /// Tops up; see ``StoreModel/topUp(signedTransaction:)``.
    package func topUp(_ signedTransaction: String) async throws -> TopUpConfirmation {
        let confirmation = try await account.topUp(signedTransaction)
        status.balances[confirmation.currency] = confirmation.balance
        news.continuation.yield()
        return confirmation
    }

    /// Resumes first, because an intent of the last start may be for the very listing that is bought now.
    private func readyBuyer() async throws(PurchaseError) -> PlayerCredential {
        do {
            try await resume()
            return try await account.credential()
        } catch let error as PlayerArchiveError {
            throw .playerUnknown(error)
        } catch { throw .notKept("\(error)") }
    }

    private func resume() async throws {
        let task = resuming ?? Task { try await resumeKept() }
        resuming = task
        do {
            try await task.value
        } catch {
            resuming = nil
            throw error
        }
    }

    private func resumeKept() async throws {
        for intent in try await account.keptIntents(for: store) where isRunning { begin(intent, with: .resumed) }
    }

    private func begin(_ intent: PurchaseIntent, with event: Purchase.Event) {
        let task = Task {
            let purchase = Purchase(intent, publicKey: publicKey)
            let outcome = await performer.perform(purchase, event) { await self.delayed(intent, $0) }
            if let outcome { finish(intent, outcome) }
        }
        jobs[intent.key] = Job(intent: intent, task: task)
        status.underWay.append(intent)
        news.continuation.yield()
    }

    private func delayed(_ intent: PurchaseIntent, _ delay: PurchaseDelay) {
        guard jobs[intent.key] != nil else { return }
        status.delays[intent] = delay
        news.continuation.yield()
    }

    private func finish(_ intent: PurchaseIntent, _ outcome: Purchase.Outcome) {
        jobs[intent.key] = nil
        if outcome == .refused(.forgedReceipt) { unproven[intent.request] = intent }
        status.take(outcome, of: intent)
        for caller in (waiting.removeValue(forKey: intent.request) ?? [:]).values {
            caller.yield(outcome)
            caller.finish()
        }
        if case .bought(_, nil) = outcome { reloadBalances() }
        news.continuation.yield()
    }

    /// Asks for the wallet, since an answer didn't say what it holds.
    private func reloadBalances() {
        reloading?.cancel()
        reloading = Task { try? await loadBalances() }
    }

    private func end() async {
        isRunning = false
        let left = jobs.values
        for job in left { job.task.cancel() }
        reloading?.cancel()
        await account.stop()
        for job in left { await job.task.value }
        await reloading?.value
        for callers in waiting.values { for caller in callers.values { caller.finish() } }
        (jobs, waiting) = ([:], [:])
        news.continuation.finish()
    }
}
