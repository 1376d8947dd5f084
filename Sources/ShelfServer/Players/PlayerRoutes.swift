import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes for signing in and for a player's wallet, inventory and history.
struct PlayerRoutes: GatedRoutes {
    let players: Players
    let limits: RateLimits
    let database: any HoldingsDatabase
    let content: ContentHolder
    let timeline: Timeline

    func add(to router: GatedRouter) {
        router.on(.signIn, signIn)
        router.on(.refresh) { _, asked in
            guard let tokens = try await players.refresh(asked.refreshToken, at: timeline.now) else {
                throw Problem.unauthorized
            }
            return tokens
        }
        router.on(.player) { caller, _ in
            try await PlayerAnswer(player: String(caller.player), balances: database.balances(of: caller.player))
        }
        router.on(.inventory) { caller, _ in
            try await InventoryAnswer(database.inventory(of: caller.player), content.current.catalogue)
        }
        router.on(.purchases) { caller, _ in try await history(of: caller.player, Page(caller.call)) }
    }

    private func signIn(_ call: Call, _ asked: PlayerRequest) async throws -> PlayerTokens {
        // Count only new players, so that known players can sign in however many new ones there are.
        let tokens =
            try await players.isNew(asked.credential)
            ? limits.counting(.newPlayers, .network(call.network)) {
                try await players.signIn(asked.credential, at: timeline.now)
            } : players.signIn(asked.credential, at: timeline.now)
        guard let tokens else { throw Problem.badRequest("credential must be 16 to 64 random bytes in base64url.") }
        return tokens
    }

    private func history(of player: Int64, _ page: Page) async throws -> PurchaseHistory {
        let (kept, next) = try await page.read(numbered: \.settled.id) { before, limit in
            try await database.orders(of: player, before: before, limit: limit)
        }
        return PurchaseHistory(kept, next: next, content.current.catalogue)
    }
}

extension Limit {
    /// A person who makes many players sends them from few networks.
    static let newPlayers = Limit(.newPlayers, of: .networks, refusal: Problem.tooManyNewPlayers(seconds:)) {
        .perHour($0.newPlayersPerAddress, atOnce: $0.newPlayersPerAddress)
    }
}

extension InventoryAnswer {
    /// - Parameter catalogue: the current catalogue, from which an item is shown when no card is stored.
    init(_ owned: [OwnedItem], _ catalogue: Catalogue) {
        self.init(items: owned.map { InventoryItem($0, catalogue[$0.item]) })
    }
}

extension InventoryItem {
    /// - Parameter item: the item in the current catalogue, which is used when no card is stored. No price is shown.
    fileprivate init(_ owned: OwnedItem, _ item: Item?) {
        let card = owned.card.flatMap(Card.init(json:)) ?? item.map { Card($0, picture: nil, currency: "") }
        self.init(
            item: owned.item, name: card?.name ?? owned.item, set: card?.set ?? "", glyph: card?.glyph, art: card?.art,
            picture: card?.picture, count: owned.count, edition: card?.edition, numbers: owned.numbers)
    }
}

extension PurchaseHistory {
    init(_ kept: [KeptOrder], next: Int64?, _ catalogue: Catalogue) {
        self.init(purchases: kept.map { PurchaseRecord($0, catalogue[$0.settled.order.item]) }, next: next)
    }
}

extension PurchaseRecord {
    /// - Parameter item: the item in the current catalogue, which is used when no card is stored.
    init(_ kept: KeptOrder, _ item: Item?) {
        let order = kept.settled.order
        let card = kept.card.flatMap(Card.init(json:)) ?? item.map { Card($0, picture: nil, currency: order.currency) }
        let (number, outcome): (Int64?, String) =
            switch (kept.settled.verdict, kept.reversal?.kind) {
            case (.refused(let refusal), _): (nil, refusal.rawValue)
            case (.sold(let number), nil): (number, "sold")
            case (.sold(let number), .refund): (number, "refunded")
            case (.sold(let number), .revocation): (number, "revoked")
            }
        self.init(
            purchase: kept.settled.id, store: order.listing.store, item: order.item, name: card?.name ?? order.item,
            set: card?.set, glyph: card?.glyph, art: card?.art, picture: card?.picture, price: order.offered,
            currency: order.currency,
            number: number, at: order.at.milliseconds,
            outcome: outcome)
    }
}

extension Problem {
    static func tooManyNewPlayers(seconds: Int64) -> Problem {
        var problem = Problem(
            .rateLimited, status: 429, title: "Too many new players",
            detail: "Too many new players came from this address; ask again in \(seconds) s. Known players come in.")
        problem.retryAfter = seconds
        return problem
    }
}
