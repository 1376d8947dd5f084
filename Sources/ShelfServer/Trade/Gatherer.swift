import Synchronization

/// Gathers what has to be written and has it written together: one transaction, and one wait for the disk, for all
/// that wait.
///
/// While a batch is being written the next one gathers, so the busier it is,
/// the more share one write. Everyone is answered once it is durable.
package final class Gatherer<Order: Sendable, Answer: Sendable>: Sendable {
    private struct Waiting {
        let order: Order
        let answer: CheckedContinuation<Answer, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var isWriting = false
    }

    private let write: @Sendable ([Order]) async throws -> [Answer]
    private let state = Mutex(State())

    /// Enough to share a write among, and few enough that it doesn't take long.
    package static var batchAtMost: Int { 512 }
    /// With more waiting than this, the last would wait longer than a player does.
    package static var waitingAtMost: Int { 8192 }

    /// - Parameter write: answers each order, in one transaction that is durable when it returns.
    package init(write: @escaping @Sendable ([Order]) async throws -> [Answer]) {
        self.write = write
    }

    /// Too many wait already; nothing was written.
    package struct Crowded: Error, Hashable {}

    /// - Throws: ``Crowded``, or what kept the database from writing; either way nothing was written.
    package func add(_ order: Order) async throws -> Answer {
        try await withCheckedThrowingContinuation { answer in
            let (isTaken, begins) = take(Waiting(order: order, answer: answer))
            if begins { Task { await writeAll() } }
            if !isTaken { answer.resume(throwing: Crowded()) }
        }
    }

    /// How many wait.
    package var count: Int { state.withLock { $0.waiting.count } }

    private func take(_ new: Waiting) -> (isTaken: Bool, begins: Bool) {
        state.withLock { state in
            guard state.waiting.count < Self.waitingAtMost else { return (false, false) }
            state.waiting.append(new)
            defer { state.isWriting = true }
            return (true, !state.isWriting)
        }
    }

    private func writeAll() async {
        while let batch = next() { await write(batch) }
    }

    private func next() -> [Waiting]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.batchAtMost))
            state.waiting.removeFirst(batch.count)
            state.isWriting = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }

    private func write(_ batch: [Waiting]) async {
        do {
            let answers = try await write(batch.map(\.order))
            for (waiting, answer) in zip(batch, answers) { waiting.answer.resume(returning: answer) }
        } catch  where batch.count > 1 {
            // Whichever it was that can't be written, the others needn't share its fate.
            for waiting in batch { await write([waiting]) }
        } catch {
            for waiting in batch { waiting.answer.resume(throwing: error) }
        }
    }
}
