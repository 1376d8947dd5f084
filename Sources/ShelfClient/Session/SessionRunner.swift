import ShelfModel
package import ShelfWire

/// Performs what a ``StoreSession`` wants done, and tells it what came of it.
///
/// Everything runs in the tasks of `jobs`, of which there is one for each kind.
/// When ``run()`` returns, none of them is left.
package actor SessionRunner {
    var session: StoreSession
    let transport: Transport
    let archive: StoreArchive
    let local: LocalClock
    private var jobs: [Job: Task<Void, Never>] = [:]
    private let events = AsyncStream.makeStream(of: StoreSession.Event.self)
    private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The store's time, readable from any thread.
    package nonisolated let clock: SyncClock

    /// How often the clocks are compared while the store is on screen.
    private static let clockCheck = Duration.seconds(1)
    /// When a check comes this long after the last one, the device or the process was asleep.
    private static let asleepUs: Int64 = 5_000_000

    enum Job { case window, time, stream, key, stores, archive, archiveClock, timer, clockCheck }

    package init(
        session: StoreSession, transport: Transport, archive: StoreArchive = .none,
        clock: SyncClock = SyncClock(local: .live)
    ) {
        self.session = session
        self.transport = transport
        self.archive = archive
        self.clock = clock
        local = clock.local
        let events = events.continuation
        clock.onJump { events.yield(.wake) }
    }

    /// Keeps the store going until the task is cancelled. To be called once.
    package func run() async {
        await start()
        checkClocks()
        for await event in events.stream {
            noticeJumps()
            handle(event)
        }
        changes.continuation.finish()
        for job in jobs.values { job.cancel() }
        for job in jobs.values { await job.value }
    }

    /// Yields when there is something new to draw. Only one task may read this stream.
    package nonisolated var redraws: AsyncStream<Void> { changes.stream }

    /// Tells the session what happened outside: `shown`, `hidden` or `networkChanged`.
    package nonisolated func send(_ event: StoreSession.Event) {
        events.continuation.yield(event)
    }

    /// Returns what to draw and the store's status at this moment.
    package func look() -> (shelf: Shelf, status: StoreStatus) {
        noticeJumps()
        let localUs = local.nowUs()
        let (shelf, status) = (session.shelf(at: localUs), session.status(at: localUs))
        handle(.drawn)
        return (shelf, status)
    }

    /// The server's stores, once they were wanted (``StoreSession/Event/storesWanted``).
    package var stores: [StoreDescription] { session.stores }

    /// Starts a job of this kind, after cancelling one of the same kind that is still running.
    func begin(_ job: Job, _ body: @escaping @Sendable () async -> Void) {
        let before = jobs[job]
        before?.cancel()
        jobs[job] = Task {
            await before?.value
            if !Task.isCancelled { await body() }
        }
    }

    func cancel(_ job: Job) { jobs[job]?.cancel() }

    func askForRedraw() { changes.continuation.yield() }

    private func handle(_ event: StoreSession.Event) {
        for action in session.handle(event, at: local.nowUs()) { perform(action) }
        clock.follow(session.clock)
    }

    private func noticeJumps() {
        for jump in clock.takeJumps() { handle(.discontinuity(jump)) }
    }

    private func start() async {
        let (window, saved) = (await archive.loadWindow(session.store), await archive.loadClock())
        let (nowUs, wallUs) = (local.nowUs(), local.wallUs())
        let clock = saved.flatMap {
            $0.isValid(bootSession: local.bootSession, nowUs: nowUs, wallUs: wallUs) ? $0 : nil
        }
        send(
            .started(
                archived: window, clock: clock, apartUs: clock?.apart(nowUs: nowUs, wallUs: wallUs) ?? 0,
                rate: saved?.rate, wallAheadUs: wallUs - nowUs))
    }

    /// Compares the clocks while the store is on screen, to notice jumps and sleeps when nothing else happens.
    private func checkClocks() {
        begin(.clockCheck) { [local] in
            var lastUs = local.nowUs()
            while (try? await Task.sleep(for: Self.clockCheck, clock: .continuous)) != nil {
                let nowUs = local.nowUs()
                await self.checkClocks(afterUs: nowUs - lastUs)
                lastUs = nowUs
            }
        }
    }

    private func checkClocks(afterUs: Int64) {
        guard session.isActive else { return }
        noticeJumps()
        if afterUs > Self.asleepUs { handle(.resumed) }
    }
}
