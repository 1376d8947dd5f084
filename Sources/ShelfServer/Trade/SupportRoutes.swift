import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which support looks up players and what they have, and purchases by player, item, listing, number and
/// receipt.
struct SupportRoutes: RouteSet {
    let access: AdminAccess
    let database: any HoldingsDatabase & PlayerDatabase & SupportDatabase
    let content: ContentHolder
    let receipts: ReceiptLookup

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        addPlayers(to: router)
        addPurchases(to: router)
        router.on(.adminReceipt) { request, context in
            try await access.look(request, context) {
                try await receipt(JSONBody.read(SignedReceipt.self, from: request))
            }
        }
    }

    private func addPlayers(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.adminPlayers) { request, context in
            try await access.look(request, context) { try await (players(Page(request)), nil) }
        }
        router.on(.adminPlayer) { request, context in
            try await access.look(request, context) {
                let player = try await player(context)
                return try await (PlayerAnswer(player: String(player), balances: database.balances(of: player)), nil)
            }
        }
        router.on(.adminInventory) { request, context in
            try await access.look(request, context) {
                try await (InventoryAnswer(database.inventory(of: player(context)), catalogue), nil)
            }
        }
        router.on(.adminPurchases) { request, context in
            try await access.look(request, context) {
                try await (history(of: player(context), Page(request)), nil)
            }
        }
        router.on(.adminJournal) { request, context in
            try await access.look(request, context) {
                try await (journal(of: player(context), Page(request)), nil)
            }
        }
    }

    private func addPurchases(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.adminPurchase) { request, context in
            try await access.look(request, context) {
                let found = try FoundPurchase(await purchase(context), catalogue)
                return (found, AuditSubject(found))
            }
        }
        router.on(.adminItemPurchases) { request, context in
            try await access.look(request, context) {
                try await (purchases(ofItem: context.parameters.require("item"), Page(request)), nil)
            }
        }
        router.on(.adminListingPurchases) { request, context in
            try await access.look(request, context) {
                try await (purchases(of: ListingName(context), Page(request)), nil)
            }
        }
    }

    private var catalogue: Catalogue { content.current.catalogue }

    /// The player that the path names.
    private func player(_ context: ShelfRequestContext) async throws -> Int64 {
        guard let number = context.number("player"), try await database.player(number) != nil else {
            throw Problem.noSuchPlayer
        }
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

    private func purchase(_ context: ShelfRequestContext) async throws -> KeptOrder {
        guard let number = context.number("purchase"), let kept = try await database.order(number) else {
            throw Problem.noSuchPurchase
        }
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

    private func receipt(_ signed: SignedReceipt) async throws -> (any Encodable & Sendable, about: AuditSubject?) {
        switch try await receipts.look(up: signed) {
        case .forged: throw Problem.forgedReceipt
        case .notReady: throw Problem.unavailable
        case .lost: throw Problem.lostPurchase
        case .found(let kept, let owned):
            let found = try FoundPurchase(kept, catalogue)
            return (ReceiptAnswer(stands: kept.reversal == nil, owned: owned, found: found), AuditSubject(found))
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
    fileprivate init(_ context: ShelfRequestContext) throws {
        func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int {
            let number = try Int(plain: context.parameters.require(name))
            guard let number, range.contains(number) else { throw Problem.notFound }
            return number
        }
        guard let chain = ChainID(try context.parameters.require("chain")) else { throw Problem.notFound }
        self.init(
            store: try context.parameters.require("store"), chain: chain.bytes,
            slot: try number("slot", 1...Chain.slotsAtMost), position: try number("position", 0...65_535),
            revision: try number("revision", 0...65_535))
    }
}
