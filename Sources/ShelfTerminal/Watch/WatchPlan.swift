package import ShelfClient
import ShelfModel
package import ShelfWire

/// What `watch` shows: a server's stores, the first one to show, and the keys to check and open them with.
package struct WatchPlan: Sendable {
    package let transport: Transport
    package let stores: [StoreDescription]
    package let first: Int
    package let key: PublicKey?
    package let secret: AppSecret?
    /// The archive of the player who buys; `nil` when buying is turned off.
    package let player: PlayerArchive?

    /// - Throws: ``UsageError`` when there is no such store, or what the server says when it can't be asked.
    package init(
        transport: Transport, store: String?, key: PublicKey?, secret: AppSecret?, player: PlayerArchive? = nil
    ) async throws {
        let stores = try await transport.stores()
        guard !stores.isEmpty else { throw UsageError("the server has no store") }
        guard let first = store.map({ id in stores.firstIndex { $0.id == id } }) ?? 0 else {
            let ids = stores.map { DisplayWidth.harmless($0.id) }.joined(separator: ", ")
            throw UsageError("the server has no store \(store ?? ""); it has \(ids)")
        }
        self.transport = transport
        self.stores = stores
        self.first = first
        self.key = key
        self.secret = secret
        self.player = player
    }

    func runner(of store: StoreDescription) throws -> SessionRunner {
        SessionRunner(
            session: StoreSession(store: store.id, publicKey: try publicKey(of: store), secret: secret),
            transport: transport)
    }

    func queue(in store: StoreDescription) throws -> PurchaseQueue? {
        guard let player, let trade = transport.trade else { return nil }
        return PurchaseQueue(store: store.id, publicKey: try publicKey(of: store), trade: trade, archive: player)
    }

    private func publicKey(of store: StoreDescription) throws -> PublicKey {
        guard let key = key ?? PublicKey(store.publicKey) else {
            throw UsageError("the server gives no public key for store \(store.id); pin one with --key")
        }
        return key
    }
}
