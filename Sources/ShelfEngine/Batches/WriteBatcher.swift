import ShelfDatabase
import Synchronization

/// Collects orders to write and writes them in batches: one transaction, and one wait for the disk, for all that are
/// waiting.
///
/// While one batch is being written, the next one is collected. So the higher the load, the more orders share one
/// write. Each caller gets its answer once the batch is durable; the next batch is written meanwhile, if the database
/// can do that.
package final class WriteBatcher<Order: Sendable, Answer: Sendable>: Sendable {
    private struct Waiting {
        let order: Order
        let answer: CheckedContinuation<Answer, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        /// How many are being written, or wait for the disk.
        var underWay = 0
        var isWriting = false
    }

    private let write: @Sendable ([Order], _ onWritten: @escaping @Sendable () -> Void) async throws -> [Answer]
    private let state = Mutex(State())

    /// The largest batch: large enough to share the cost of a write, and small enough to finish quickly.
    package static var batchAtMost: Int { 512 }
    /// How many orders may wait for an answer. Of more, the last would wait longer than a player is willing to.
    package static var waitingAtMost: Int { 8192 }

    /// - Parameter write: answers each order, in one transaction that is durable when it returns. It calls `onWritten`
    ///   when the next transaction may begin before that.
    package init(
        write: @escaping @Sendable ([Order], _ onWritten: @escaping @Sendable () -> Void) async throws -> [Answer]
    ) {
        self.write = write
    }

    /// The queue is full. Nothing was written.
    package struct QueueFull: Error, Hashable {}

    /// - Throws: ``QueueFull``, or the database's error. Nothing was written, unless the error is a `DatabaseLost` that
    ///   says that it may have been. When another process holds the database's lock for too long, the error is
    ///   `DatabaseBusy`.
    package func add(_ order: Order) async throws -> Answer {
        try await withCheckedThrowingContinuation { answer in
            let (isTaken, begins) = take(Waiting(order: order, answer: answer))
            if begins { writeNext() }
            if !isTaken { answer.resume(throwing: QueueFull()) }
        }
    }

    /// How many orders wait for their batch to begin.
    package var count: Int { state.withLock { $0.waiting.count } }

    private func take(_ new: Waiting) -> (isTaken: Bool, begins: Bool) {
        state.withLock { state in
            guard state.waiting.count + state.underWay < Self.waitingAtMost else { return (false, false) }
            state.waiting.append(new)
            defer { state.isWriting = true }
            return (true, !state.isWriting)
        }
    }

    /// Writes the next batch, and lets the one after it begin as soon as it may.
    private func writeNext() {
        guard let batch = next() else { return }
        let goOn = Once { self.writeNext() }
        Task {
            await write(batch, onWritten: goOn.callAsFunction)
            state.withLock { $0.underWay -= batch.count }
            goOn()
        }
    }

    private func next() -> [Waiting]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.batchAtMost))
            state.waiting.removeFirst(batch.count)
            state.underWay += batch.count
            state.isWriting = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }

    private func takeAll() -> [Waiting] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private func write(_ batch: [Waiting], onWritten: @escaping @Sendable () -> Void = {}) async {
        do {
            let answers = try await write(batch.map(\.order), onWritten)
            for (waiting, answer) in zip(batch, answers) { waiting.answer.resume(returning: answer) }
        } catch let busy as DatabaseBusy {
            // Refuse the orders that have queued up meanwhile too: they would wait for the same lock, for just as long.
            for waiting in batch + takeAll() { waiting.answer.resume(throwing: busy) }
        } catch let lost as DatabaseLost {
            // Nobody knows what became of the batch, so its orders aren't tried one by one. Those that have queued up
            // meanwhile would meet the same fault, and nothing of them was sent.
            for waiting in batch { waiting.answer.resume(throwing: lost) }
            let unsent = DatabaseLost(mayBeCommitted: false, message: lost.message)
            for waiting in takeAll() { waiting.answer.resume(throwing: unsent) }
        } catch  where batch.count > 1 {
            // One of the orders may be the cause, so try each one alone. The others can then still be written.
            for waiting in batch { await write([waiting]) }
        } catch {
            for waiting in batch { waiting.answer.resume(throwing: error) }
        }
    }
}

/// Does something at its first call, and nothing at the others.
private final class Once: Sendable {
    private let isDone = Atomic(false)
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    func callAsFunction() {
        if !isDone.exchange(true, ordering: .relaxed) { body() }
    }
}
