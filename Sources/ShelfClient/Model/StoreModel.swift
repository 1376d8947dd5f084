public import Foundation
public import Observation
import ShelfModel
import ShelfWire

/// A live store for an app's views: what stands on the shelf, and how it fares.
///
/// Make one where the app begins, run it as long as the store may be seen, and draw
/// ``shelf``; it changes exactly when something on the shelf does.
///
///     @State private var store = StoreModel(
///         server: URL(string: "https://store.example.com")!, store: "main",
///         publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4")!
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
/// Bars that move every frame are drawn from `position.listing?.progress(at:)`
/// with the instant that ``clock`` gives.
@Observable @MainActor
public final class StoreModel {
    /// Every position, as of the last change.
    public private(set) var shelf = Shelf.bare
    public private(set) var status = StoreStatus.idle
    /// What is being bought, what came of it, and what the player has left.
    public private(set) var purchases = PurchaseStatus.none

    /// The store's time, readable from any thread at any moment.
    @ObservationIgnored public var clock: SyncClock { runner.clock }

    @ObservationIgnored private let makeRunner: @MainActor () -> StoreRunner
    @ObservationIgnored private var runner: StoreRunner
    @ObservationIgnored private let makeBuyer: @MainActor () -> PurchaseRunner?
    @ObservationIgnored private(set) var buyer: PurchaseRunner?
    @ObservationIgnored private var running: Task<Void, Never>?
    @ObservationIgnored private var isOnScreen = true

    /// - Parameters:
    ///   - server: the server's address without a path.
    ///   - store: the store's id.
    ///   - publicKey: what the store's operator gave you, in base64url. It belongs into the app.
    ///   - appSecret: only for prefetched stores, in base64url.
    ///   - archive: where the newest window is kept; unless set, in the user's caches.
    ///   - player: where the player's credential and the purchases under way are kept; unless set, in the user's
    ///     application support.
    /// - Returns: `nil` when the public key or the app secret is not one.
    public convenience init?(
        server: URL, store: String, publicKey: String, appSecret: String? = nil, archive: StoreArchive? = nil,
        player: PlayerArchive? = nil
    ) {
        self.init(
            transport: .live(server: server), store: store, publicKey: publicKey, appSecret: appSecret,
            archive: archive ?? .caches(of: server), player: player ?? .applicationSupport(of: server))
    }

    /// The same over any transport and clock: for previews, tests, and games with a network of their own.
    ///
    /// - Parameter player: unless set, the player ends with the process, and so does the memory of purchases under way.
    public init?(
        transport: Transport, store: String, publicKey: String, appSecret: String? = nil,
        archive: StoreArchive = .none, player: PlayerArchive = .memory(), localClock: LocalClock = .live
    ) {
        let secret = appSecret.flatMap(AppSecret.init(_:))
        guard let key = PublicKey(publicKey), (secret == nil) == (appSecret == nil) else { return nil }
        makeRunner = {
            StoreRunner(
                session: StoreSession(
                    store: store, publicKey: key, secret: secret, granularityUs: localClock.granularityUs),
                transport: transport,
                archive: archive, clock: localClock)
        }
        runner = makeRunner()
        makeBuyer = {
            transport.trade.map {
                PurchaseRunner(store: store, publicKey: key, trade: $0, archive: player, clock: localClock)
            }
        }
    }

    /// What one position shows, for views that draw a single place.
    public subscript(position: Int) -> ShelfPosition? { shelf.positions[safe: position] }

    /// Keeps the store going until the calling task is cancelled; then nothing is left running.
    public func run() async {
        (runner, buyer) = (makeRunner(), makeBuyer())
        let (runner, buyer) = (runner, buyer)
        setOnScreen(isOnScreen)
        await withTaskGroup { group in
            group.addTask { await runner.run() }
            if let buyer {
                group.addTask { await buyer.run() }
                group.addTask { await self.follow(buyer) }
            }
            group.addTask { await self.watchSystem() }
            for await _ in runner.redraws {
                (shelf, status) = await runner.look()
            }
            group.cancelAll()
        }
    }

    private func follow(_ buyer: PurchaseRunner) async {
        for await _ in buyer.changes { purchases = await buyer.look() }
    }

    /// Begins to ``run()`` in a task of its own, for code without structured concurrency.
    public func start() {
        guard running == nil else { return }
        running = Task { await run() }
    }

    /// Ends what ``start()`` began. When it returns, nothing is left running.
    public func stop() async {
        running?.cancel()
        await running?.value
        running = nil
    }

    /// Says whether anybody sees the store. While nobody does, it asks for nothing and draws nothing.
    public func setOnScreen(_ isOnScreen: Bool) {
        self.isOnScreen = isOnScreen
        runner.send(isOnScreen ? .shown : .hidden)
    }

    /// Says that the device is on another network now, so that the clock is set anew at once.
    public func networkChanged() {
        runner.send(.networkChanged)
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
