import HTTPTypes
import Hummingbird
import NIOCore
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The route by which a game's owners see what sold.
struct NumbersRoutes {
    let access: AdminAccess
    let database: any NumbersDatabase
    let content: ContentHolder
    let remainders: Remainders
    let timeline: Timeline

    /// How many hours may be counted from the purchases for an answer. Usually it is one or two; there are more while
    /// hours are closed that ended long ago.
    private static let openAtMost = TimeSpan.hours(26)

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.adminNumbers) { request, context in
            try await access.allow(request, context, .numbersRead) { use in
                let parameters = request.uri.queryParameters
                let asked = try NumbersRequest(now: timeline.now) { parameters.get($0) }
                let answer = try await answer(asked)
                try await access.database.audit(use.entry(200))
                return try asked.format == .json ? JSONBody.response(answer) : Self.csv(answer, asked.question)
            }
        }
    }

    private func answer(_ asked: NumbersRequest) async throws -> NumbersAnswer {
        let question = asked.question
        if let store = question.store { try await check(store) }
        let closed = try await database.closedUntil()
        let open = question.span.upperBound - max(question.span.lowerBound, closed ?? question.span.upperBound)
        guard open <= Self.openAtMost else { throw Problem.notCounted(until: closed) }
        let numbers = try await database.numbers(question)
        guard numbers.sales.count < question.limit else { throw Problem.tooManyRows(question.limit - 1) }
        return NumbersAnswer(
            fromMs: question.span.lowerBound.milliseconds, toMs: question.span.upperBound.milliseconds,
            closedUntilMs: closed?.milliseconds, sales: try numbers.sales.map(NumbersAnswer.Sale.init),
            money: asked.isOfEverything ? numbers.money.map(NumbersAnswer.Money.init) : nil,
            players: asked.isOfEverything ? numbers.players.map(NumbersAnswer.Players.init) : nil,
            editions: question.per == .item ? try await editions(question) : nil,
            stock: question.per == .listing ? try await stock(question) : nil)
    }

    /// - Throws: ``Problem`` when a store is neither in force nor has ever sold anything. A closed one keeps its numbers.
    private func check(_ store: String) async throws {
        let known = content.current.stores.map(\.id)
        guard !known.contains(store) else { return }
        let hasNumbers = try await database.totals().sales.contains { $0.subject == .store(store) }
        guard hasNumbers else { throw Problem.notSelling(known) }
    }

    private func editions(_ question: NumbersQuestion) async throws -> [NumbersAnswer.Edition] {
        try await remainders.editions().filter { question.item == nil || $0.item == question.item }.map {
            NumbersAnswer.Edition(item: $0.item, copies: $0.copies, left: $0.left, sold: $0.sold)
        }
    }

    private func stock(_ question: NumbersQuestion) async throws -> [NumbersAnswer.Stock] {
        try await remainders.stock(at: timeline.now, earliest: timeline.earliest).filter {
            (question.item ?? $0.item, question.store ?? $0.listing.store) == ($0.item, $0.listing.store)
        }.map {
            NumbersAnswer.Stock(
                store: $0.listing.store, listing: try NumbersAnswer.Listing($0.listing), item: $0.item,
                copies: $0.copies, left: $0.left)
        }
    }

    private static func csv(_ answer: NumbersAnswer, _ question: NumbersQuestion) -> Response {
        let bytes = NumbersTable(answer, per: question.per.rawValue, step: .hours(question.hours)).csv
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8; header=present", .cacheControl: "no-store",
                .contentDisposition: #"attachment; filename="numbers.csv""#,
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
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

extension NumbersAnswer.Sale {
    fileprivate init(_ row: Numbers.Sales) throws {
        self.init(
            atMs: row.at.milliseconds, currency: row.currency, sold: row.sold, revenue: row.revenue,
            refunds: row.refunds, refunded: row.refunded, revocations: row.revocations)
        switch row.subject {
        case .total: break
        case .store(let store): self.store = store
        case .item(let item): self.item = item
        case .set(let set): self.set = set
        case .listing(let name, let item):
            (store, self.item, listing) = (name.store, item, try NumbersAnswer.Listing(name))
        }
    }
}

extension NumbersAnswer.Listing {
    fileprivate init(_ name: ListingName) throws {
        guard let chain = ChainID(bytes: name.chain) else { throw Problem.internalError }
        self.init(chain: chain, slot: name.slot, position: name.position, revision: name.revision)
    }
}

extension NumbersAnswer.Money {
    fileprivate init(_ row: Numbers.Money) {
        self.init(
            atMs: row.at.milliseconds, currency: row.currency, counterpart: row.counterpart.rawValue,
            entries: row.entries, given: row.given, taken: row.taken)
    }
}

extension NumbersAnswer.Players {
    fileprivate init(_ row: Numbers.Players) {
        self.init(atMs: row.at.milliseconds, new: row.new, active: row.active)
    }
}
