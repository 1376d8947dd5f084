import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes for signing in and for a player's wallet, inventory and history.
struct PlayerRoutes: RouteSet {
    let players: Players
    let limits: RateLimits
    let authentication: PlayerAuthentication
    let database: any HoldingsDatabase
    let content: ContentHolder
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.signIn) { request, context in
            try limits.admit(request, context)
            return try await JSONBody.response(signIn(request, context))
        }
        router.on(.refresh) { request, context in
            try limits.admit(request, context)
            let asked = try await JSONBody.read(RefreshRequest.self, from: request)
            guard let tokens = try await available({ try await players.refresh(asked.refreshToken, at: timeline.now) })
            else { throw Problem.unauthorized }
            return try JSONBody.response(tokens)
        }
        router.on(.player) { request, context in
            let player = try await authentication.player(of: request, context)
            let balances = try await available { try await database.balances(of: player) }
            return try JSONBody.response(PlayerAnswer(player: String(player), balances: balances))
        }
        router.on(.inventory) { request, context in
            let player = try await authentication.player(of: request, context)
            let owned = try await available { try await database.inventory(of: player) }
            return try JSONBody.response(InventoryAnswer(owned, content.current.catalogue))
        }
        router.on(.purchases) { request, context in
            let player = try await authentication.player(of: request, context)
            return try JSONBody.response(try await available { try await history(of: player, request) })
        }
    }

    private func signIn(_ request: Request, _ context: ShelfRequestContext) async throws -> PlayerTokens {
        let asked = try await JSONBody.read(PlayerRequest.self, from: request)
        let tokens = try await available {
            // Count only new players, so that known players can sign in however many new ones there are.
            guard try await players.isNew(asked.credential) else {
                return try await players.signIn(asked.credential, at: timeline.now)
            }
            return try await limits.admitNewPlayer(request, context) {
                try await players.signIn(asked.credential, at: timeline.now)
            }
        }
        guard let tokens else { throw Problem.badRequest("credential must be 16 to 64 random bytes in base64url.") }
        return tokens
    }

    private func history(of player: Int64, _ request: Request) async throws -> PurchaseHistory {
        let page = try Page(request)
        let (kept, next) = try await page.read(numbered: \.settled.id) { before, limit in
            try await database.orders(of: player, before: before, limit: limit)
        }
        return PurchaseHistory(kept, next: next, content.current.catalogue)
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
