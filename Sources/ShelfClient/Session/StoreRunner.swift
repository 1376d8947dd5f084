import ShelfModel
import ShelfWire

/// Performs what a session wants done, and tells it what came of it.
///
/// All it starts are the tasks of `jobs`, one of a kind; when ``run()``
/// returns, none of them is left.
package actor StoreRunner {
    private var session: StoreSession
    private let transport: Transport
    private let archive: StoreArchive
    private let local: LocalClock
    private var jobs: [Job: Task<Void, Never>] = [:]
    private let events = AsyncStream.makeStream(of: StoreSession.Event.self)
    private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The store's time, readable from anywhere.
    package nonisolated let clock: SyncClock

    /// A second that takes longer was a sleep.
    private static let asleepUs: Int64 = 5_000_000

    private enum Job { case window, time, stream, key, stores, archive, archiveClock, timer, watch }

    package init(
        session: StoreSession, transport: Transport, archive: StoreArchive = .none, clock: LocalClock = .live
    ) {
        self.session = session
        self.transport = transport
        self.archive = archive
        local = clock
        let events = events.continuation
        self.clock = SyncClock(local: clock) { events.yield(.wake) }
    }

    /// Keeps the store going until the task is cancelled. To be called once.
    package func run() async {
        await start()
        watchClocks()
        for await event in events.stream {
            noticeJumps()
            handle(event)
        }
        changes.continuation.finish()
        for job in jobs.values { job.cancel() }
        for job in jobs.values { await job.value }
    }

    /// Says that there is something new to draw. For one reader.
    package nonisolated var redraws: AsyncStream<Void> { changes.stream }

    /// Tells the session what happened outside: `shown`, `hidden` or `networkChanged`.
    package nonisolated func send(_ event: StoreSession.Event) {
        events.continuation.yield(event)
    }

    /// What to draw, and how the store fares, at this moment.
    package func look() -> (shelf: Shelf, status: StoreStatus) {
        noticeJumps()
        let localUs = local.nowUs()
        return (session.shelf(at: localUs), session.status(at: localUs))
    }

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
                archived: window, clock: clock, apartUs: clock?.apart(nowUs: nowUs, wallUs: wallUs) ?? 0))
    }

    /// While the store is on screen the clocks are compared every second, so that a jump is noticed between events,
    /// and so is a sleep.
    private func watchClocks() {
        begin(.watch) { [local] in
            var lastUs = local.nowUs()
            while (try? await Task.sleep(for: .seconds(1), clock: .continuous)) != nil {
                let nowUs = local.nowUs()
                await self.lookAtClocks(afterUs: nowUs - lastUs)
                lastUs = nowUs
            }
        }
    }

    private func lookAtClocks(afterUs: Int64) {
        guard session.isActive else { return }
        noticeJumps()
        if afterUs > Self.asleepUs { handle(.resumed) }
    }

    private func perform(_ action: StoreSession.Action) {
        switch action {
        case .fetchWindow(let etag): fetchWindow(etag: etag)
        case .exchangeTime: exchangeTime()
        case .openKeyStream: openKeyStream()
        case .closeKeyStream: jobs[.stream]?.cancel()
        case .fetchKey(let chain, let slot): fetchKey(chain: chain, slot: slot)
        case .fetchStores: fetchStores()
        case .archive(let bytes): save(bytes)
        case .archiveClock: saveClock()
        case .wake(let us): setTimer(us)
        case .redraw: changes.continuation.yield()
        }
    }

    /// Replaces the job of this kind; the one before is ended first.
    private func begin(_ job: Job, _ body: @escaping @Sendable () async -> Void) {
        let before = jobs[job]
        before?.cancel()
        jobs[job] = Task {
            await before?.value
            if !Task.isCancelled { await body() }
        }
    }

    private func fetchWindow(etag: String?) {
        begin(.window) { [transport, store = session.store] in
            let answer = try? await transport.window(store, etag)
            guard !Task.isCancelled else { return }
            switch answer {
            case .window(let bytes, let etag): self.send(.windowAnswer(bytes: bytes, etag: etag))
            case .notModified: self.send(.windowNotModified)
            case nil: self.send(.windowFailed)
            }
        }
    }

    private func exchangeTime() {
        begin(.time) { [transport] in
            let exchange = try? await transport.time()
            guard !Task.isCancelled else { return }
            self.send(exchange.map(StoreSession.Event.timeAnswer) ?? .timeFailed)
        }
    }

    private func openKeyStream() {
        begin(.stream) { [transport, store = session.store] in
            do {
                for try await event in transport.keys(store) { self.send(.keyEvent(event)) }
            } catch {}
            if !Task.isCancelled { self.send(.keyStreamEnded) }
        }
    }

    private func fetchKey(chain: ChainID, slot: Int) {
        begin(.key) { [transport, store = session.store] in
            let released = try? await transport.key(store, chain, slot)
            self.send(released.map(StoreSession.Event.keyAnswer) ?? .keyFailed)
        }
    }

    private func fetchStores() {
        begin(.stores) { [transport] in
            if let stores = try? await transport.stores() { self.send(.storesAnswer(stores)) }
        }
    }

    private func save(_ bytes: [UInt8]) {
        begin(.archive) { [archive, store = session.store] in await archive.saveWindow(store, bytes) }
    }

    private func saveClock() {
        let wallAheadUs = local.wallUs() - local.nowUs()
        guard let bootSession = local.bootSession,
            let saved = session.clock.saved(bootSession: bootSession, wallAheadUs: wallAheadUs)
        else { return }
        begin(.archiveClock) { [archive] in await archive.saveClock(saved) }
    }

    private func setTimer(_ us: Int64?) {
        guard let us else {
            jobs[.timer]?.cancel()
            return
        }
        begin(.timer) { [local] in
            let wait = Duration.microseconds(max(0, us - local.nowUs()))
            if (try? await Task.sleep(for: wait, clock: .continuous)) != nil { self.send(.wake) }
        }
    }
}
