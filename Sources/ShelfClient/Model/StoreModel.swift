public import Foundation
public import Observation
import ShelfModel
public import ShelfWire

/// A live store for an app's views: what is on the shelf, and the state of clock and connection.
///
/// Make one where the app begins, run it as long as the store may be seen, and draw
/// ``shelf``; it changes exactly when something on the shelf does.
///
///     @State private var store = try! StoreModel(
///         server: URL(string: "https://store.example.com")!, store: "main",
///         publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4")
///
///     var body: some View {
///         LazyVGrid(columns: columns) {
///             ForEach(store.shelf.positions) { position in
///                 Cell(position).animation(.easeOut, value: position.phase)
///             }
///         }
///         .task { await store.run() }
///     }
///
/// Bars and timers that move all the time are drawn from the position's ``ShelfListing`` with the instant that
/// ``clock`` gives; <doc:SwiftUI> shows how.
@Observable @MainActor
public final class StoreModel {
    /// Every position, as of the last change; what is different in each frame, such as the time left, is asked of
    /// ``ShelfListing``.
    public private(set) var shelf = Shelf.bare
    /// The clock, the connection, and what is wrong.
    public private(set) var status = StoreStatus.idle
    /// What is being bought, what was bought or refused, and what the player has left.
    public private(set) var purchases = PurchaseStatus.none
    /// All stores of the server, in its order; empty until ``loadStores()``.
    public private(set) var stores: [StoreDescription] = []
    /// The title, theme and currency of this store; `nil` until ``loadStores()``, and once the store is gone.
    public var description: StoreDescription? { stores.first { $0.id == store } }

    /// The store's time, readable from any thread at any moment. It stays the same object, however often the store is
    /// started and stopped, and goes on with what it knows in between.
    public nonisolated let clock: SyncClock

    @ObservationIgnored private let makeRunner: @MainActor () -> SessionRunner?
    /// `nil` in a fake store, which says itself what is shown.
    @ObservationIgnored private var runner: SessionRunner?
    @ObservationIgnored private let makeQueue: @MainActor () -> PurchaseQueue?
    @ObservationIgnored private(set) var queue: PurchaseQueue?
    /// The number of the look at ``queue`` that is shown.
    @ObservationIgnored private var lastLook = 0
    @ObservationIgnored private var running: Task<Void, Never>?
    @ObservationIgnored private var isOnScreen = true
    @ObservationIgnored private var wantsStores = false
    @ObservationIgnored private let store: String
    @ObservationIgnored private let askForStores: @Sendable () async throws -> [StoreDescription]
    /// The stores of a fake server.
    @ObservationIgnored private let fakeStores: [StoreDescription]

    /// - Parameters:
    ///   - server: the server's address without a path.
    ///   - store: the store's id.
    ///   - publicKey: the key that the store's operator gave you, in base64url. Build it into the app.
    ///   - appSecret: needed for prefetched stores only, in base64url.
    ///   - archive: where the newest window is kept; by default in the user's caches.
    ///   - player: where the player's credential and unanswered purchases are kept; by default in the user's
    ///     application support.
    /// - Throws: ``StoreOptionError`` when one of these can't be right; it says what was expected.
    public convenience init(
        server: URL, store: String, publicKey: String, appSecret: String? = nil, archive: StoreArchive? = nil,
        player: PlayerArchive? = nil
    ) throws(StoreOptionError) {
        try StoreOptionError.check(server: server)
        try self.init(
            transport: .live(server: server), store: store, publicKey: publicKey, appSecret: appSecret,
            archive: archive ?? .caches(of: server), player: player ?? .applicationSupport(of: server))
    }

    /// The same with a clock of your own. For previews and tests, `ShelfClientTesting` has a store without a server.
    ///
    /// - Parameters:
    ///   - transport: reaches the server; see ``Transport/live(server:clock:)``, which should be given the same clock.
    ///   - store: the store's id.
    ///   - publicKey: the key that the store's operator gave you, in base64url.
    ///   - appSecret: needed for prefetched stores only, in base64url.
    ///   - archive: where the newest window is kept; by default nowhere.
    ///   - player: by default the player and unanswered purchases are forgotten when the process ends.
    ///   - localClock: this device's clocks.
    /// - Throws: ``StoreOptionError`` when one of these can't be right; it says what was expected.
    public init(
        transport: Transport, store: String, publicKey: String, appSecret: String? = nil,
        archive: StoreArchive = .none, player: PlayerArchive = .memory(), localClock: LocalClock = .live
    ) throws(StoreOptionError) {
        let secret = appSecret.flatMap(AppSecret.init(_:))
        guard StoreID.isValid(store) else { throw .store(store) }
        guard let key = PublicKey(publicKey) else { throw .publicKey(publicKey) }
        guard (secret == nil) == (appSecret == nil) else { throw .appSecret }
        let clock = SyncClock(local: localClock)
        self.store = store
        self.clock = clock
        fakeStores = []
        askForStores = transport.stores
        makeRunner = {
            SessionRunner(
                session: StoreSession(
                    store: store, publicKey: key, secret: secret, granularityUs: localClock.granularityUs),
                transport: transport,
                archive: archive, clock: clock)
        }
        runner = makeRunner()
        makeQueue = {
            transport.trade.map {
                PurchaseQueue(store: store, publicKey: key, trade: $0, archive: player, clock: localClock)
            }
        }
    }

    /// A store without a session: it shows what ``show(_:_:)`` is given, and buys from any till.
    package init(fake: StoreDescription, publicKey: PublicKey, trade: TradeTransport, localClock: LocalClock) {
        let player = PlayerArchive.memory()
        store = fake.id
        fakeStores = [fake]
        askForStores = { [fake] }
        clock = SyncClock(local: localClock)
        makeRunner = { nil }
        makeQueue = {
            PurchaseQueue(store: fake.id, publicKey: publicKey, trade: trade, archive: player, clock: localClock)
        }
    }

    /// Shows this from now on, in a store without a session.
    package func show(_ shelf: Shelf, _ status: StoreStatus) { (self.shelf, self.status) = (shelf, status) }

    /// What one position shows, for views that draw a single place. To buy, pass ``buy(_:)`` the value that was drawn
    /// when the tap began: at its end this may be another item.
    public subscript(position: Int) -> ShelfPosition? { shelf.positions[safe: position] }

    /// Keeps the store going until the calling task is cancelled. When it returns, nothing is left running.
    public func run() async {
        prepare()
        await keepGoing()
    }

    private func prepare() {
        (runner, queue, lastLook) = (makeRunner(), makeQueue(), 0)
        setOnScreen(isOnScreen)
        if wantsStores { loadStores() }
    }

    private func keepGoing() async {
        let (runner, queue) = (runner, queue)
        await withTaskGroup { group in
            if let runner { group.addTask { await runner.run() } }
            if let queue {
                group.addTask { await queue.run() }
                group.addTask { await self.follow(queue) }
            }
            group.addTask { await self.watchSystem() }
            if let runner { await follow(runner) } else { await Self.untilCancelled() }
            group.cancelAll()
        }
    }

    /// Draws what the session has to draw, until the task is cancelled.
    private func follow(_ runner: SessionRunner) async {
        for await _ in runner.redraws {
            (shelf, status) = await runner.look()
            let listed = await runner.stores
            if !listed.isEmpty, listed != stores { stores = listed }
        }
    }

    private static func untilCancelled() async {
        let forever = AsyncStream.makeStream(of: Never.self)
        for await _ in forever.stream {}
    }

    private func follow(_ queue: PurchaseQueue) async {
        for await _ in queue.changes { await look(at: queue) }
    }

    private func look(at queue: PurchaseQueue) async {
        let (number, status) = await queue.numberedLook()
        guard queue === self.queue, number > lastLook else { return }
        (lastLook, purchases) = (number, status)
    }

    /// Does something with the queue, and shows what came of it before it returns.
    func asking<Answer: Sendable, Failure: Error>(
        _ queue: PurchaseQueue, _ question: (PurchaseQueue) async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        do throws(Failure) {
            let answer = try await question(queue)
            await look(at: queue)
            return answer
        } catch {
            await look(at: queue)
            throw error
        }
    }

    /// Starts ``run()`` in a task of its own, for code without structured concurrency. From then on things can be
    /// bought.
    public func start() {
        guard running == nil else { return }
        prepare()
        running = Task { await keepGoing() }
    }

    /// Ends what ``start()`` started. When it returns, nothing is left running.
    public func stop() async {
        running?.cancel()
        await running?.value
        running = nil
    }

    /// Loads the server's stores into ``stores``, which follows them from then on: new ones, those that close, and
    /// other titles, themes and currencies.
    ///
    /// What has changed is known within about ten seconds; for a prefetched store within nine minutes.
    public func loadStores() {
        wantsStores = true
        runner?.send(.storesWanted)
        if runner == nil { stores = fakeStores }
    }

    /// Loads the stores as ``loadStores()`` does. When it returns, they are there.
    func listStores() async throws {
        let listed = try await askForStores()
        if stores.isEmpty { stores = listed }
        wantsStores = true
        runner?.send(.storesListed(listed))
    }

    /// Says whether the store is visible. While it isn't, it sends no requests and changes nothing.
    public func setOnScreen(_ isOnScreen: Bool) {
        self.isOnScreen = isOnScreen
        runner?.send(isOnScreen ? .shown : .hidden)
    }

    /// Says that the device has changed networks, so that the clock is checked at once.
    public func networkChanged() {
        runner?.send(.networkChanged)
    }
}

extension StoreArchive {
    /// A folder in the user's caches, one for each server.
    static func caches(of server: URL) -> StoreArchive {
        guard let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first else {
            return .none
        }
        let name = Base64URL.encode(server.absoluteString.utf8)
        return .folder(caches.appending(path: "shelflife").appending(path: name))
    }
}
