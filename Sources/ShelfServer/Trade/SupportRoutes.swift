import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which support looks up players and what they have, and purchases by player, item, listing, number and
/// receipt.
struct SupportRoutes: GatedRoutes {
    let database: any HoldingsDatabase & PlayerDatabase & SupportDatabase
    let content: ContentHolder
    let receipts: ReceiptLookup

    func add(to router: GatedRouter) {
        addPlayers(to: router)
        addPurchases(to: router)
        router.on(.adminReceipt, receipt)
    }

    private func addPlayers(to router: GatedRouter) {
        router.on(.adminPlayers) { use, _ in try await players(Page(use.call)) }
        router.on(.adminPlayer) { use, _ in
            let player = try await player(use)
            return try await PlayerAnswer(player: String(player), balances: database.balances(of: player))
        }
        router.on(.adminInventory) { use, _ in
            try await InventoryAnswer(database.inventory(of: player(use)), catalogue)
        }
        router.on(.adminPurchases) { use, _ in
            let page = try Page(use.call)
            return try await history(of: player(use), page)
        }
        router.on(.adminJournal) { use, _ in
            let page = try Page(use.call)
            return try await journal(of: player(use), page)
        }
    }

    private func addPurchases(to router: GatedRouter) {
        router.on(.adminPurchase) { use, _ in
            let found = try FoundPurchase(await purchase(use), catalogue)
            return Look(answer: found, about: AuditSubject(found))
        }
        router.on(.adminItemPurchases) { use, _ in
            try await purchases(ofItem: use.names.text("item"), Page(use.call))
        }
        router.on(.adminListingPurchases) { use, _ in
            try await purchases(of: ListingName(use.names), Page(use.call))
        }
    }

    private var catalogue: Catalogue { content.current.catalogue }

    /// The player that the path names.
    private func player(_ use: AdminUse) async throws -> Int64 {
        let number = try use.names.number("player")
        guard try await database.player(number) != nil else { throw Problem.noSuchPlayer }
        return number
    }

    private func players(_ page: Page) async throws -> PlayersAnswer {
        let (players, next) = try await page.read(numbered: \.id) { before, limit in
            try await database.players(before: before, limit: limit)
        }
        return PlayersAnswer(
            players: players.map { .init(player: String($0.id), createdAt: $0.createdAt.milliseconds) }, next: next)
    }

    private func history(of player: Int64, _ page: Page) async throws -> PurchaseHistory {
        let (kept, next) = try await page.read(numbered: \.settled.id) { before, limit in
            try await database.orders(of: player, before: before, limit: limit)
        }
        return PurchaseHistory(kept, next: next, catalogue)
    }

    private func journal(of player: Int64, _ page: Page) async throws -> JournalAnswer {
        let (entries, next) = try await page.read(numbered: \.id) { before, limit in
            try await database.journal(of: player, before: before, limit: limit)
        }
        return JournalAnswer(entries: entries.map(JournalAnswer.Entry.init), next: next)
    }

    private func purchase(_ use: AdminUse) async throws -> KeptOrder {
        guard let kept = try await database.order(use.names.number("purchase")) else { throw Problem.noSuchPurchase }
        return kept
    }

    private func purchases(ofItem item: Item.ID, _ page: Page) async throws -> FoundPurchases {
        // The catalogue isn't asked: an admin who may see purchases would learn which items are to come.
        guard try await !database.orders(ofItem: item, before: nil, limit: 1).isEmpty else { throw Problem.noSuchItem }
        return try await found(page) { try await database.orders(ofItem: item, before: $0, limit: $1) }
    }

    private func purchases(of listing: ListingName, _ page: Page) async throws -> FoundPurchases {
        // A store that has left the configuration still exists if the listing has orders.
        if content.current[store: listing.store] == nil,
            try await database.orders(ofListing: listing, before: nil, limit: 1).isEmpty
        {
            throw Problem.noSuchStore
        }
        return try await found(page) { try await database.orders(ofListing: listing, before: $0, limit: $1) }
    }

    private func found(
        _ page: Page, _ orders: (_ before: Int64?, _ limit: Int) async throws -> [KeptOrder]
    ) async throws -> FoundPurchases {
        let (kept, next) = try await page.read(numbered: \.settled.id, orders)
        return FoundPurchases(purchases: try kept.map { try FoundPurchase($0, catalogue) }, next: next)
    }

    private func receipt(_: AdminUse, _ signed: SignedReceipt) async throws -> Look<ReceiptAnswer> {
        switch try await receipts.look(up: signed) {
        case .forged: throw Problem.forgedReceipt
        case .notReady: throw Problem.unavailable
        case .lost: throw Problem.lostPurchase
        case .found(let kept, let owned):
            let found = try FoundPurchase(kept, catalogue)
            return Look(
                answer: ReceiptAnswer(stands: kept.reversal == nil, owned: owned, found: found),
                about: AuditSubject(found))
        }
    }
}

extension FoundPurchase {
    fileprivate init(_ kept: KeptOrder, _ catalogue: Catalogue) throws {
        let order = kept.settled.order
        guard let chain = ChainID(bytes: order.listing.chain) else { throw Problem.internalError }
        self.init(
            player: String(order.id.player), chain: chain, slot: order.listing.slot,
            position: order.listing.position, revision: order.listing.revision,
            purchase: PurchaseRecord(kept, catalogue[order.item]))
    }
}

extension AuditSubject {
    fileprivate init(_ found: FoundPurchase) {
        self.init(player: Int64(found.player), purchase: found.purchase.purchase)
    }
}

extension ListingName {
    /// The listing that the path names.
    fileprivate init(_ names: PathNames) throws {
        self.init(
            store: names.text("store"), chain: try names.bytes("chain"), slot: Int(try names.number("slot")),
            position: Int(try names.number("position")), revision: Int(try names.number("revision")))
    }
}
