package import ShelfClient
package import ShelfModel
package import ShelfWire

/// What to watch: a server's stores, which of them first, and what to check and open them with.
package struct WatchPlan: Sendable {
    package let transport: Transport
    package let stores: [StoreDescription]
    package let first: Int
    package let key: PublicKey?
    package let secret: AppSecret?
    /// Who buys; `nil` when nobody does.
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

    func runner(of store: StoreDescription) throws -> StoreRunner {
        StoreRunner(
            session: StoreSession(store: store.id, publicKey: try publicKey(of: store), secret: secret),
            transport: transport)
    }

    func buyer(in store: StoreDescription) throws -> PurchaseRunner? {
        guard let player, let trade = transport.trade else { return nil }
        return PurchaseRunner(store: store.id, publicKey: try publicKey(of: store), trade: trade, archive: player)
    }

    private func publicKey(of store: StoreDescription) throws -> PublicKey {
        guard let key = key ?? PublicKey(store.publicKey) else {
            throw UsageError("the server gives no public key for store \(store.id); pin one with --key")
        }
        return key
    }
}

/// A command was given something that it can't work with.
package struct UsageError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension TimeSpan {
    /// From a command line: `45s`, `4m`, `2h`, or plain seconds.
    package init?(argument text: String) {
        let units: [(String, Int64)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
        let unit = units.first { text.hasSuffix($0.0) } ?? ("", 1000)
        guard let count = Int64(text.dropLast(unit.0.count)), (1...1_000_000_000).contains(count) else { return nil }
        self.init(milliseconds: count * unit.1)
    }
}
