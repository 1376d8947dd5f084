import HTTPTypes
import Hummingbird
import NIOCore
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The route by which a game's owners see what sold.
struct SalesRoutes: GatedRoutes {
    let database: any SalesDatabase
    let content: ContentHolder
    let remainders: Remainders
    let timeline: Timeline

    /// How many hours may be counted from the purchases for an answer. Usually it is one or two; there are more while
    /// hours are closed that ended long ago.
    private static let openAtMost = TimeSpan.hours(26)

    func add(to router: GatedRouter) {
        router.on(.adminSales, look)
    }

    private func look(_ use: AdminUse, _: NoBody) async throws -> Look<Answer> {
        let asked = try SalesRequest(now: timeline.now) { use.call.query[$0] }
        let answer = try await answer(asked)
        return try Look(answer: asked.format == .json ? JSONBody.answer(answer) : Self.csv(answer, asked.question))
    }

    private func answer(_ asked: SalesRequest) async throws -> SalesAnswer {
        let question = asked.question
        if let store = question.store { try await check(store) }
        let closed = try await database.closedUntil()
        let open = question.span.upperBound - max(question.span.lowerBound, closed ?? question.span.upperBound)
        guard open <= Self.openAtMost else { throw Problem.notCounted(until: closed) }
        let figures = try await database.sales(question)
        guard figures.sales.count < question.limit else { throw Problem.tooManyRows(question.limit - 1) }
        return SalesAnswer(
            fromMs: question.span.lowerBound.milliseconds, toMs: question.span.upperBound.milliseconds,
            closedUntilMs: closed?.milliseconds, sales: try figures.sales.map(SalesAnswer.Sale.init),
            money: asked.isOfEverything ? figures.money.map(SalesAnswer.Money.init) : nil,
            players: asked.isOfEverything ? figures.players.map(SalesAnswer.Players.init) : nil,
            editions: question.per == .item ? try await editions(question) : nil,
            stock: question.per == .listing ? try await stock(question) : nil)
    }

    /// - Throws: ``Problem`` when a store is neither in force nor has ever sold anything. A closed one keeps its
    ///   numbers.
    private func check(_ store: String) async throws {
        let known = content.current.stores.map(\.id)
        guard !known.contains(store) else { return }
        let hasSales = try await database.totals().sales.contains { $0.subject == .store(store) }
        guard hasSales else { throw Problem.notSelling(known) }
    }

    private func editions(_ question: SalesQuestion) async throws -> [SalesAnswer.Edition] {
        try await remainders.editions().filter { question.item == nil || $0.item == question.item }.map {
            SalesAnswer.Edition(item: $0.item, copies: $0.copies, left: $0.left, sold: $0.sold)
        }
    }

    private func stock(_ question: SalesQuestion) async throws -> [SalesAnswer.Stock] {
        try await remainders.stock(at: timeline.now, earliest: timeline.earliest).filter {
            (question.item ?? $0.item, question.store ?? $0.listing.store) == ($0.item, $0.listing.store)
        }.map {
            SalesAnswer.Stock(
                store: $0.listing.store, listing: try SalesAnswer.Listing($0.listing), item: $0.item,
                copies: $0.copies, left: $0.left)
        }
    }

    private static func csv(_ answer: SalesAnswer, _ question: SalesQuestion) -> Answer {
        let bytes = SalesTable(answer, per: question.per.rawValue, step: .hours(question.hours)).csv
        return Answer(
            bytes, type: "text/csv; charset=utf-8; header=present", caching: "no-store",
            headers: [.contentDisposition: #"attachment; filename="numbers.csv""#])
    }
}

extension Problem {
    fileprivate static func notCounted(until closed: Instant?) -> Problem {
        Problem(
            .unavailable, status: 503, title: "Not counted yet",
            detail: """
                Older hours are still being counted\(closed.map { ", now from \(RFC3339.text($0))" } ?? ""); ask for a \
                span that ends before, or again in a while.
                """)
    }

    fileprivate static func notSelling(_ known: [String]) -> Problem {
        badRequest(
            """
            No store has this id, and none with it has ever sold anything; there are \(known.joined(separator: ", ")).
            """)
    }

    fileprivate static func tooManyRows(_ most: Int) -> Problem {
        badRequest("These are more than \(most) rows; ask for a shorter span, by day, or for one store or item.")
    }
}

extension SalesAnswer.Sale {
    fileprivate init(_ row: SalesFigures.Goods) throws {
        self.init(
            atMs: row.at.milliseconds, currency: row.currency, sold: row.sold, revenue: row.revenue,
            refunds: row.refunds, refunded: row.refunded, revocations: row.revocations)
        switch row.subject {
        case .total: break
        case .store(let store): self.store = store
        case .item(let item): self.item = item
        case .set(let set): self.set = set
        case .listing(let name, let item):
            (store, self.item, listing) = (name.store, item, try SalesAnswer.Listing(name))
        }
    }
}

extension SalesAnswer.Listing {
    fileprivate init(_ name: ListingName) throws {
        guard let chain = ChainID(bytes: name.chain) else { throw Problem.internalError }
        self.init(chain: chain, slot: name.slot, position: name.position, revision: name.revision)
    }
}

extension SalesAnswer.Money {
    fileprivate init(_ row: SalesFigures.Money) {
        self.init(
            atMs: row.at.milliseconds, currency: row.currency, counterpart: row.counterpart.rawValue,
            entries: row.entries, given: row.given, taken: row.taken)
    }
}

extension SalesAnswer.Players {
    fileprivate init(_ row: SalesFigures.Players) {
        self.init(atMs: row.at.milliseconds, new: row.new, active: row.active)
    }
}
