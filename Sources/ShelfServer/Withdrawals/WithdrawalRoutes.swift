import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which an operator takes something off sale, ends that for an item or a store, and looks at what was.
struct WithdrawalRoutes: GatedRoutes {
    let withdrawals: Withdrawals
    let database: any WithdrawalDatabase
    let content: ContentHolder
    let shelves: Shelves
    let timeline: Timeline

    func add(to router: GatedRouter) {
        router.on(.adminWithdrawal, withdraw)
        router.on(.adminWithdrawals) { use, _ in try await list(Page(use.call)) }
    }

    private func withdraw(_ use: AdminUse, _ asked: WithdrawalRequest) async throws -> WithdrawalConfirmation {
        try asked.reason.checkReason()
        return try await answer(to: asked, key: use.call.idempotencyKey(), use.naming(asked)).told.recorded()
    }

    private func answer(
        to asked: WithdrawalRequest, key: String, _ use: AdminUse
    ) async throws -> WithdrawalAnswer {
        let audit: @Sendable (WithdrawalAnswer) -> AuditEntry? = {
            use.entry($0.told.status, about: AuditSubject(reason: asked.reason))
        }
        if let number = asked.lift, (asked.store, asked.item, asked.position, asked.startMs) == (nil, nil, nil, nil) {
            let order = LiftOrder(withdrawal: number, reason: asked.reason, by: use.by, key: key, at: use.at)
            return try await withdrawals.lift(order, audit: audit)
        }
        let goods: WithdrawalOrder.Goods
        do throws(Problem) {
            goods = try self.goods(asked, use)
        } catch {
            throw RefusedUse(error, of: use, about: AuditSubject(reason: asked.reason))
        }
        let order = WithdrawalOrder(goods: goods, reason: asked.reason, by: use.by, key: key, at: use.at)
        return try await withdrawals.withdraw(order, audit: audit)
    }

    private func goods(_ asked: WithdrawalRequest, _ use: AdminUse) throws(Problem) -> WithdrawalOrder.Goods {
        guard asked.lift == nil else { throw Self.unclear }
        let known = content.current
        if let store = asked.store, known[store: store] == nil {
            throw Problem.noStoreInForce(store, among: known.stores.map(\.id))
        }
        switch (asked.store, asked.item, asked.position, asked.startMs) {
        case (let store?, nil, let position?, let startMs?):
            guard position >= 1 else { throw Problem.positionFromZero(position) }
            return .listing(store: store, position: position - 1, start: Instant(milliseconds: startMs))
        case (let store, let item?, nil, nil):
            guard isKnown(item) else {
                // Items that are to come are told only to who may see them.
                throw Problem.noItemOnShelf(item, among: use.readsContent ? known.catalogue.items.map(\.id) : [])
            }
            return .item(item, store: store)
        case (let store?, nil, nil, nil): return .store(store)
        default: throw Self.unclear
        }
    }

    private static let unclear = Problem.badRequest(
        "Name a listing by store, position and startMs, an item (with a store or without), a store, or what to lift.")

    /// An item that is no longer in the catalogue may still be on a shelf.
    ///
    /// Listings that haven't started don't count: else an admin who may withdraw could ask of every item whether it is
    /// coming.
    private func isKnown(_ item: Item.ID) -> Bool {
        let now = timeline.earliest
        return content.hasHad(item)
            || shelves.all.contains { store in
                store.listings.values.contains { $0.listing.item == item && $0.start <= now }
            }
    }

    private func list(_ page: Page) async throws -> WithdrawalsAnswer {
        let (found, next) = try await page.read(numbered: \.number) { before, limit in
            try await database.withdrawals(before: before, limit: limit)
        }
        return WithdrawalsAnswer(withdrawals: found.map(WithdrawalRecord.init), next: next)
    }
}

extension AdminUse {
    fileprivate func naming(_ asked: WithdrawalRequest) -> AdminUse {
        naming([
            "store": asked.store, "item": asked.item, "position": asked.position.map { "\($0)" },
            "startMs": asked.startMs.map { "\($0)" }, "lift": asked.lift.map { "\($0)" },
        ])
    }
}

extension WithdrawalAnswer {
    /// The answer to the admin.
    fileprivate var told: Result<WithdrawalConfirmation, Problem> {
        switch self {
        case .withdrawn(let withdrawal, let isReplay):
            .success(WithdrawalConfirmation(withdrawal: WithdrawalRecord(withdrawal), replayed: isReplay))
        case .keyReused: .failure(.keyReused)
        case .noSuchListing: .failure(.noSuchListing)
        case .notLiftable: .failure(.notLiftable)
        }
    }
}

extension WithdrawalRecord {
    fileprivate init(_ withdrawal: Withdrawal) {
        let (order, named) = (withdrawal.order, withdrawal.listing)
        let listing = named?.isOffer == true ? nil : named
        var (store, item, start): (String?, String?, Instant?)
        switch order.goods {
        case .listing(let id, _, let begin): (store, start) = (id, begin)
        case .offer(let id, _, let span): (store, start) = (id, span.lowerBound)
        case .item(let id, let only): (store, item) = (only, id)
        case .store(let id): store = id
        }
        self.init(
            withdrawal: withdrawal.number, atMs: order.at.milliseconds, by: order.by, reason: order.reason,
            store: store, item: item, position: named.map { $0.position + 1 }, startMs: start?.milliseconds,
            chain: listing.flatMap { ChainID(bytes: $0.chain) }, slot: listing?.slot, revision: listing?.revision,
            untilMs: withdrawal.lift?.until.milliseconds)
    }
}
