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
            var rewrites = 0
            var now = ContinuousClock.now
            var took = Duration.zero
            var holds = false
            var isBroken = false
        }

        private let state = Mutex(State())
        private let gate = DispatchSemaphore(value: 0)

        var syncs: Int { state.withLock(\.syncs) }
        var rewrites: Int { state.withLock(\.rewrites) }
        var isBroken: Bool {
            get { state.withLock(\.isBroken) }
            set { state.withLock { $0.isBroken = newValue } }
        }

        /// Lets each sync from now on wait for ``release()``.
        func hold() { state.withLock { $0.holds = true } }

        func release() { gate.signal() }

        func takes(_ span: Duration) { state.withLock { $0.took = span } }

        func log(slow: Bool = false) -> LogSync {
            let log = LogSync {
                let (holds, isBroken) = self.state.withLock { state in
                    state.syncs += 1
                    state.now += state.took
                    return (state.holds, state.isBroken)
                }
                if holds { self.gate.wait() }
                if isBroken { throw Broken() }
            } rewrite: {
                self.state.withLock { $0.rewrites += 1 }
                if self.isBroken { throw Broken() }
            } now: {
                self.state.withLock(\.now)
            }
            if slow {
                takes(LogSync.slow + .microseconds(1))
                for _ in 0..<LogSync.slowAtLeast { log.commit {} }
                #expect(log.isSlow)
            }
            return log
        }
    }

    private let disk = Disk()

    @Test func `is made with the commit on a fast disk`() async throws {
        let log = disk.log()
        try await log.wait()
        #expect(disk.syncs == 0, "nothing was committed")
        for count in 1...20 {
            log.commit {}
            #expect(disk.syncs == count)
            try await log.wait()
        }
        #expect(disk.syncs == 20 && !log.isSlow)
    }

    @Test func `is made while a slow disk's next transactions run, for all that was committed before it began`()
        async throws
    {
        let log = disk.log(slow: true)
        let before = disk.syncs
        disk.hold()
        log.commit {}
        let first = Task { try await log.wait() }
        try await eventually("the first sync begins") { disk.syncs == before + 1 }
        let order = Mutex<[String]>([])
        for _ in 0..<3 { log.commit {} }
        let second = Task {
            try await log.wait()
            order.withLock { $0.append("second") }
        }
        disk.release()
        try await first.value
        order.withLock { $0.append("first") }
        try await eventually("the second sync begins") { disk.syncs == before + 2 }
        disk.release()
        try await second.value
        #expect(order.withLock { $0 } == ["first", "second"])
        #expect(disk.syncs == before + 2, "one for three commits")
    }

    @Test func `is waited for by who has read what is being committed`() async throws {
        let log = disk.log(slow: true)
        let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let before = disk.syncs
        DispatchQueue.global().async {
            log.commit {
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

    @Test func `is begun by a commit that failed, too, since others may wait for it`() async throws {
        let log = disk.log(slow: true)
        #expect(throws: Disk.Broken.self) { try log.commit { throw Disk.Broken() } }
        try await log.wait()
    }

    @Test
    func `tells that a commit's outcome is unknown when it fails, and writes the log elsewhere before it goes on`()
        async throws
    {
        let log = disk.log()
        disk.isBroken = true
        log.commit {}
        let error = await #expect(throws: DatabaseLost.self) { try await log.wait() }
        #expect(error?.mayBeCommitted == true)
        #expect(disk.rewrites == 1, "the failed sync isn't just repeated")
        disk.isBroken = false
        let syncs = disk.syncs
        try await log.wait()
        #expect(disk.rewrites == 2 && disk.syncs == syncs)
        log.commit {}
        #expect(disk.rewrites == 2 && disk.syncs == syncs + 1)
        try await log.wait()
    }

    @Test func `takes one that waited for the processor for no slow disk`() {
        let log = disk.log()
        for _ in 0..<3 {
            disk.takes(LogSync.slow * 2)
            for _ in 1..<LogSync.slowAtLeast { log.commit {} }
            disk.takes(.zero)
            log.commit {}
        }
        #expect(!log.isSlow)
    }
}
