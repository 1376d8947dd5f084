package import ShelfDatabase
package import ShelfModel
import Synchronization

/// Gathers orders and has them settled together: one transaction, and one wait for the disk, for all that wait.
///
/// While a batch is being written the next one gathers, so the busier it is,
/// the more share one write. Everyone is answered once it is durable.
package final class Till: Sendable {
    private struct Waiting {
        let order: PurchaseOrder
        let answer: CheckedContinuation<PurchaseAnswer, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var isSettling = false
    }

    private let database: any TradeDatabase
    private let state = Mutex(State())

    /// Enough to share a write among, and few enough that it doesn't take long.
    package static let batchAtMost = 512
    /// With more waiting than this, the last would wait longer than a player does.
    package static let waitingAtMost = 8192

    package init(database: any TradeDatabase) {
        self.database = database
    }

    /// Too many wait already; nothing was judged.
    package struct Crowded: Error, Hashable {}

    /// - Throws: ``Crowded``, or what kept the database from writing; either way nothing was judged.
    package func settle(_ order: PurchaseOrder) async throws -> PurchaseAnswer {
        try await withCheckedThrowingContinuation { answer in
            let (isTaken, begins) = take(Waiting(order: order, answer: answer))
            if begins { Task { await settleAll() } }
            if !isTaken { answer.resume(throwing: Crowded()) }
        }
    }

    /// How many wait.
    package var count: Int { state.withLock { $0.waiting.count } }

    private func take(_ new: Waiting) -> (isTaken: Bool, begins: Bool) {
        state.withLock { state in
            guard state.waiting.count < Self.waitingAtMost else { return (false, false) }
            state.waiting.append(new)
            defer { state.isSettling = true }
            return (true, !state.isSettling)
        }
    }

    private func settleAll() async {
        while let batch = next() { await settle(batch) }
    }

    private func next() -> [Waiting]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.batchAtMost))
            state.waiting.removeFirst(batch.count)
            state.isSettling = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }

    private func settle(_ batch: [Waiting]) async {
        do {
            let answers = try await database.settle(batch.map(\.order))
            for (waiting, answer) in zip(batch, answers) { waiting.answer.resume(returning: answer) }
        } catch  where batch.count > 1 {
            // Whichever it was that can't be written, the others needn't share its fate.
            for waiting in batch { await settle([waiting]) }
        } catch {
            for waiting in batch { waiting.answer.resume(throwing: error) }
        }
    }
}
