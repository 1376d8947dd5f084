import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which an operator changes what a store has decided and not yet released.
struct ListingChangeRoutes: GatedRoutes {
    let publisher: Publisher
    let notices: NoticeBoard
    let timeline: Timeline

    /// How far ahead a redraw may begin: as far as anybody can see.
    private static let redrawnAhead = TimeSpan.days(14)

    func add(to router: GatedRouter) {
        router.on(.adminReplacement) { use, asked in
            guard asked.position >= 1 else { throw Problem.positionFromZero(asked.position) }
            let kind = ChangeOrder.Kind.replacement(
                position: asked.position - 1, start: Instant(milliseconds: asked.startMs), item: asked.item)
            return try await change(use, in: asked.store, kind, asked.reason)
        }
        router.on(.adminRedraw) { use, asked in
            let (from, latest) = (Instant(milliseconds: asked.fromMs), timeline.now + Self.redrawnAhead)
            guard from <= latest else {
                let last = RFC3339.text(latest.floored(to: .seconds(1)))
                throw Problem.badRequest("Listings can be drawn anew from \(last) at the latest, in 14 days.")
            }
            return try await change(use, in: asked.store, .redraw(from: from), asked.reason)
        }
    }

    private func change(
        _ use: AdminUse, in store: String, _ kind: ChangeOrder.Kind, _ reason: String
    ) async throws -> ListingChangeConfirmation {
        try reason.checkReason()
        let order = ChangeOrder(
            store: store, kind: kind, reason: reason, by: use.by, key: try use.call.idempotencyKey(), at: use.at)
        let answer = try await carryOut(order, use)
        notices.tell(earliest: timeline.earliest)
        return try answer.told.recorded()
    }

    private func carryOut(_ order: ChangeOrder, _ use: AdminUse) async throws -> ChangeAnswer {
        let use = use.naming(order)
        do {
            return try await publisher.change(order, timeline: timeline) {
                use.entry($0.told.status, about: AuditSubject(reason: order.reason))
            }
        } catch let refusal as ChangeRefusal {
            throw RefusedUse(Problem(refusal), of: use, about: AuditSubject(reason: order.reason))
        }
    }
}

extension AdminUse {
    fileprivate func naming(_ order: ChangeOrder) -> AdminUse {
        switch order.kind {
        case .replacement(let position, let start, let item):
            naming([
                "store": order.store, "position": "\(position + 1)", "startMs": "\(start.milliseconds)", "item": item,
            ])
        case .redraw(let from): naming(["store": order.store, "fromMs": "\(from.milliseconds)"])
        }
    }
}

extension ChangeAnswer {
    /// The answer to the admin.
    fileprivate var told: Result<ListingChangeConfirmation, Problem> {
        switch self {
        case .changed(let change, let isReplay):
            .success(
                ListingChangeConfirmation(
                    store: change.order.store, change: change.number, atMs: change.order.at.milliseconds,
                    listings: change.listings,
                    givenOutUntilMs: (change.order.at.floored(to: .minutes(1)) + WindowHeader.shortestSpan)
                        .milliseconds,
                    replayed: isReplay))
        case .keyReused: .failure(.keyReused)
        case .tooLate: .failure(Problem(ChangeRefusal.tooLate))
        case .outdated: .failure(Problem(ChangeRefusal.busy))
        }
    }
}

extension Problem {
    fileprivate init(_ refusal: ChangeRefusal) {
        switch refusal {
        case .unknownStore(let store, among: let known): self = .noStoreInForce(store, among: known)
        case .notOpen: self = .unavailable
        case .noSuchListing:
            self = .notThere(
                "listing",
                """
                No listing of this store starts at this position and instant; check both. What starts more than 12 \
                minutes from now isn't decided yet: plan it.
                """)
        // An item that isn't released yet is answered like one that nobody knows: the token may be one that may not
        // read content.
        case .unknownItem, .notReleased:
            self = .notThere("item", "No item with this id is released when the listing starts; check both.")
        case .listingWithdrawn: self = .changeRefused("The listing is withdrawn from sale, for good.")
        case .itemWithdrawn: self = .changeRefused("The item is withdrawn from sale in this store; choose another.")
        case .soldOut: self = .changeRefused("Every copy of the item's edition is sold; choose another.")
        case .tooLate:
            self = .changeRefused(
                """
                The listing's key is released, or will be within seconds, so its card can be opened. Withdraw the \
                listing instead.
                """)
        case .changedTooOften: self = .changeRefused("The listing was changed 65,535 times; withdraw it instead.")
        case .nothingToShow(let instant):
            self = .changeRefused(
                "No item can be drawn for \(RFC3339.text(instant)); widen the store's choice, or release items before.")
        case .busy: self = .unavailable
        }
    }

    private static func changeRefused(_ detail: String) -> Problem {
        Problem(.changeRefused, status: 409, title: "Not changed", detail: detail)
    }

    private static func notThere(_ what: String, _ detail: String) -> Problem {
        Problem(.notFound, status: 404, title: "No such \(what)", detail: detail)
    }
}

extension Problem {
    static func positionFromZero(_ position: Int) -> Problem {
        .badRequest("position is \(position), but positions are counted from 1, as on the page.")
    }
}
