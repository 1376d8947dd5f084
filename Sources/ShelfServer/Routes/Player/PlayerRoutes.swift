import Hummingbird
import ShelfDatabase
import ShelfModel
import ShelfWire

/// Players: how they come in, and what they have.
struct PlayerRoutes {
    let players: Players
    let turnstile: Turnstile
    let database: any TradeDatabase
    let catalogue: Catalogue
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.post("v1/players") { request, context in
            try turnstile.admit(request, context)
            let asked = try await JSONBody.read(PlayerRequest.self, from: request)
            guard let tokens = try await available({ try await players.signIn(asked.credential, at: timeline.now) })
            else { throw Problem.badRequest("credential must be 16 to 64 random bytes in base64url.") }
            return try JSONBody.response(tokens)
        }
        router.post("v1/players/refresh") { request, context in
            try turnstile.admit(request, context)
            let asked = try await JSONBody.read(RefreshRequest.self, from: request)
            guard let tokens = try await available({ try await players.refresh(asked.refreshToken, at: timeline.now) })
            else { throw Problem.unauthorized }
            return try JSONBody.response(tokens)
        }
        router.get("v1/player") { request, context in
            let player = try await turnstile.player(of: request, context)
            let balances = try await available { try await database.balances(of: player) }
            return try JSONBody.response(PlayerAnswer(player: String(player), balances: balances))
        }
        router.get("v1/player/inventory") { request, context in
            let player = try await turnstile.player(of: request, context)
            let owned = try await available { try await database.inventory(of: player) }
            return try JSONBody.response(InventoryAnswer(items: owned.map { InventoryItem($0, catalogue[$0.item]) }))
        }
        router.get("v1/player/purchases") { request, context in
            let player = try await turnstile.player(of: request, context)
            return try JSONBody.response(try await available { try await history(of: player, request) })
        }
    }

    private func history(of player: Int64, _ request: Request) async throws -> PurchaseHistory {
        let page = try Page(request)
        return try await PurchaseHistory(
            database.orders(of: player, before: page.before, limit: page.limit), page, catalogue)
    }
}

/// Which part of a long list is asked for.
struct Page {
    let before: Int64?
    let limit: Int

    private static let most = 200

    init(_ request: Request) throws {
        let parameters = request.uri.queryParameters
        before = try Self.number("before", parameters.get("before"), 1...Int64.max)
        limit = Int(try Self.number("limit", parameters.get("limit"), 1...Int64(Self.most)) ?? 50)
    }

    private static func number(_ name: String, _ text: String?, _ range: ClosedRange<Int64>) throws -> Int64? {
        guard let text else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw Problem.badRequest("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}

extension InventoryItem {
    /// - Parameter item: `nil` when it is no longer in the catalogue.
    fileprivate init(_ owned: OwnedItem, _ item: Item?) {
        self.init(
            item: owned.item, name: item?.name ?? owned.item, set: item?.set ?? "", glyph: item?.glyph, art: item?.art,
            count: owned.count, edition: item?.edition, numbers: owned.numbers)
    }
}

extension PurchaseHistory {
    init(_ kept: [KeptOrder], _ page: Page, _ catalogue: Catalogue) {
        self.init(
            purchases: kept.map { PurchaseRecord($0, catalogue[$0.settled.order.item]) },
            next: kept.count == page.limit ? kept.last?.settled.id : nil)
    }
}

extension PurchaseRecord {
    init(_ kept: KeptOrder, _ item: Item?) {
        let order = kept.settled.order
        let (number, outcome): (Int64?, String) =
            switch (kept.settled.verdict, kept.reversal?.kind) {
            case (.refused(let refusal), _): (nil, refusal.rawValue)
            case (.sold(let number), nil): (number, "sold")
            case (.sold(let number), .refund): (number, "refunded")
            case (.sold(let number), .revocation): (number, "revoked")
            }
        self.init(
            purchase: kept.settled.id, store: order.listing.store, item: order.item, name: item?.name ?? order.item,
            price: order.offered, currency: order.currency, number: number, at: order.at.milliseconds,
            outcome: outcome)
    }
}
