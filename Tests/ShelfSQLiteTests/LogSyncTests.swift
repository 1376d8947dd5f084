import Dispatch
import ShelfDatabase
import ShelfSQLite
import ShelfTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct `A sync of the log` {
    /// A disk whose syncs take as long as a test says, and may wait for it.
    private final class Disk: Sendable {
        struct Broken: Error {}

        private struct State {
            var syncs = 0
            var now = ContinuousClock.now
            var took = Duration.zero
            var holds = false
            var failures = 0

            mutating func fails() -> Bool {
                guard failures > 0 else { return false }
                failures -= 1
                return true
            }
        }

        private let state = Mutex(State())
        private let gate = DispatchSemaphore(value: 0)

        var syncs: Int { state.withLock(\.syncs) }
        /// What was said of syncs that failed.
        let failed = Mutex<[String]>([])
        /// How many syncs fail from now on.
        var failures: Int {
            get { state.withLock(\.failures) }
            set { state.withLock { $0.failures = newValue } }
        }

        /// Lets each sync from now on wait for ``release()``.
        func hold() { state.withLock { $0.holds = true } }

        func release() { gate.signal() }

        func takes(_ span: Duration) { state.withLock { $0.took = span } }

        func log(slow: Bool = false) throws -> LogSync {
            let log = LogSync {
                let (holds, fails) = self.state.withLock { state in
                    state.syncs += 1
                    state.now += state.took
                    return (state.holds, state.fails())
                }
                if holds { self.gate.wait() }
                if fails { throw Broken() }
            } onFailure: { error in
                self.failed.withLock { $0.append("\(error)") }
            } now: {
                self.state.withLock(\.now)
            }
            if slow {
                takes(LogSync.slowSync + .microseconds(1))
                for _ in 0..<LogSync.syncsInARow { try log.commit {} }
                #expect(log.isSlow)
            }
            return log
        }
    }

    private let disk = Disk()

    @Test func `is made with the commit on a fast disk`() async throws {
        let log = try disk.log()
        try await log.wait()
        #expect(disk.syncs == 0, "nothing was committed")
        for count in 1...20 {
            try log.commit {}
            #expect(disk.syncs == count)
            try await log.wait()
        }
        #expect(disk.syncs == 20 && !log.isSlow)
    }

    @Test func `is made while a slow disk's next transactions run, for all that was committed before it began`()
        async throws
    {
        let log = try disk.log(slow: true)
        let before = disk.syncs
        disk.hold()
        try log.commit {}
        let first = Task { try await log.wait() }
        try await eventually("the first sync begins") { disk.syncs == before + 1 }
        let order = Mutex<[String]>([])
        for _ in 0..<3 { try log.commit {} }
        let second = Task {
            try await log.wait()
            order.withLock { $0.append("second") }
        }
        for _ in 0..<1000 { await Task.yield() }
        disk.release()
        try await first.value
        order.withLock { $0.append("first") }
        try await eventually("the second sync begins") { disk.syncs == before + 2 }
        disk.release()
        try await second.value
        #expect(order.withLock { $0 } == ["first", "second"])
        #expect(disk.syncs == before + 2, "one for three commits")
    }

    @Test func `is awaited by a reader that may have seen an unfinished commit`() async throws {
        let log = try disk.log(slow: true)
        let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let before = disk.syncs
        DispatchQueue.global().async {
            try? log.commit {
                begun.signal()
                end.wait()
            }
        }
        begun.wait()
        let hasRead = Atomic(false)
        let reader = Task {
            try await log.wait()
            hasRead.store(true, ordering: .relaxed)
        }
        for _ in 0..<1000 { await Task.yield() }
        #expect(!hasRead.load(ordering: .relaxed) && disk.syncs == before)
        end.signal()
        try await reader.value
        #expect(disk.syncs == before + 1)
    }

    @Test func `releases a reader that waited for a commit that failed`() async throws {
        let log = try disk.log(slow: true)
        let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        DispatchQueue.global().async {
            #expect(throws: Disk.Broken.self) {
                try log.commit {
                    begun.signal()
                    end.wait()
                    throw Disk.Broken()
                }
            }
        }
        begun.wait()
        let reader = Task { try await log.wait() }
        for _ in 0..<1000 { await Task.yield() }
        end.signal()
        try await reader.value
    }

    @Test func `that fails is not repeated, and nothing is committed or confirmed any more`() async throws {
        let log = try disk.log()
        disk.failures = 1
        try log.commit {}
        #expect(disk.failed.withLock(\.count) == 1)
        await #expect(throws: Disk.Broken.self) { try await log.wait() }
        #expect(throws: DatabaseLost.self) { try log.commit { Issue.record("was committed") } }
        #expect(disk.syncs == 1 && disk.failed.withLock(\.count) == 1)
    }

    @Test func `that fails is told once, before those learn of it who wait`() async throws {
        let log = try disk.log(slow: true)
        disk.hold()
        disk.failures = .max
        try log.commit {}
        let waiting = (0..<3).map { _ in
            Task {
                do { try await log.wait() } catch { return disk.failed.withLock(\.count) }
                return 0
            }
        }
        for _ in 0..<1000 { await Task.yield() }
        disk.release()
        for one in waiting { #expect(await one.value == 1) }
    }

    @Test func `counts as failed where the database's file couldn't be synced`() async throws {
        let log = try disk.log()
        log.fail(Disk.Broken())
        #expect(throws: DatabaseLost.self) { try log.commit {} }
        await #expect(throws: Disk.Broken.self) { try await log.wait() }
        #expect(disk.syncs == 0)
    }

    @Test func `that takes long doesn't make a disk slow, unless eight in a row do`() throws {
        let log = try disk.log()
        for _ in 0..<3 {
            disk.takes(LogSync.slowSync * 2)
            for _ in 1..<LogSync.syncsInARow { try log.commit {} }
            disk.takes(.zero)
            try log.commit {}
        }
        #expect(!log.isSlow)
        disk.takes(LogSync.slowSync * 2)
        for _ in 0..<LogSync.syncsInARow { try log.commit {} }
        #expect(log.isSlow)
    }
}
