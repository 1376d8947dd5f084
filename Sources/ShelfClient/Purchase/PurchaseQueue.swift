package import ShelfWire

/// Keeps a store's purchase intents until the server has judged them, and tells what came of each.
///
/// Each intent is one task. When ``run()`` returns none of them is left, and
/// what isn't judged by then goes on at the next start.
package actor PurchaseQueue {
    private struct Job {
        let intent: PurchaseIntent
        let task: Task<Void, Never>
        /// The callers of ``buy(_:at:)`` that wait for this purchase's outcome.
        var waiting: [AsyncStream<Purchase.Outcome>.Continuation] = []
    }

    private let store: String
    private let publicKey: PublicKey
    private let account: PlayerAccount
    private let performer: PurchasePerformer

    package private(set) var isRunning = false
    private var resuming: Task<Void, any Error>?
    /// By the intent's key.
    private var jobs: [String: Job] = [:]
    /// Intents whose answer was no valid receipt. Buying one of these again asks about the same purchase.
    private var unproven: [PurchaseRequest: PurchaseIntent] = [:]
    private var status = PurchaseStatus.none
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
        isRunning = true
        try? await resume()
        let forever = AsyncStream.makeStream(of: Never.self)
        for await _ in forever.stream {}
        await end()
    }

    /// Yields when ``look()`` would return something new. Only one task may read this stream.
    package nonisolated var changes: AsyncStream<Void> { news.stream }

    package func look() -> PurchaseStatus { status }

    /// Buys; see ``StoreModel/buy(_:)``.
    package func buy(_ position: ShelfPosition, at reading: ClockReading) async throws -> Receipt {
        let request = try position.requestToBuy(at: reading)
        guard isRunning else { throw PurchaseError.notRunning }
        let buyer = try await readyBuyer()
        guard isRunning else { throw PurchaseError.notRunning }
        if let intent = unproven.removeValue(forKey: request) {
            begin(intent, with: .resumed)
        } else if key(of: request) == nil {
            let name = position.card?.name ?? ""
            begin(PurchaseIntent(store: store, request: request, name: name, buyer: buyer), with: .begun)
        }
        return try await outcome(of: request)
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
            if let outcome = await performer.perform(Purchase(intent, publicKey: publicKey), event) {
                finish(intent, outcome)
            }
        }
        jobs[intent.key] = Job(intent: intent, task: task)
        status.underWay.append(intent)
        news.continuation.yield()
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
