import Foundation
import HTTPTypes
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

@Suite struct `Sales over the routes` {
    @Test func `an owner sees what sold today, what came back, and who came`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest()
        let bought = try await shopper.buy(wish).confirmation()
        let receipt = try #require(server.opened(bought.receipt))
        _ = try await server.postAsAdmin(
            "/v1/admin/purchases/\(receipt.purchase)/reversal", ReversalRequest(kind: .refund, reason: "x"), key: "r")
        let answer = try await server.askAsAdmin("/v1/admin/numbers")
        #expect(answer.headers[.cacheControl] == "no-store")
        let figures = try WireJSON.decode(SalesAnswer.self, answer.body)
        let day = Self.day.milliseconds
        #expect((figures.fromMs, figures.toMs) == (day, day + 86_400_000))
        #expect(
            figures.sales == [
                .init(
                    atMs: day, currency: "coins", sold: 1, revenue: wish.price, refunds: 1, refunded: wish.price,
                    revocations: 0)
            ])
        #expect(
            figures.money == [
                .init(atMs: day, currency: "coins", counterpart: "grants", entries: 1, given: 70, taken: 0)
            ])
        #expect(figures.players == [.init(atMs: day, new: 1, active: 1)])
        #expect(figures.editions == nil && figures.stock == nil)
    }

    @Test func `sales are told by store, item, set and listing`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest()
        let item = try shopper.item(of: wish)
        _ = try await shopper.buy(wish)
        func sale(_ query: String) async throws -> SalesAnswer.Sale? {
            let figures: SalesAnswer = try await server.getAsAdmin("/v1/admin/numbers?by=hour&\(query)")
            #expect(figures.money == nil && figures.players == nil)
            return figures.sales.first
        }
        #expect(try await sale("per=store")?.store == "main")
        #expect(try await sale("per=item")?.item == item)
        let number = try #require(Int(item.dropFirst("item-".count)))
        #expect(try await sale("per=set")?.set == "set-\(number / 10)")
        let listing = try await sale("per=listing&store=main&item=\(item)")
        #expect((listing?.store, listing?.item, listing?.sold) == ("main", item, 1))
        #expect(
            listing?.listing
                == .init(chain: wish.chain, slot: wish.slot, position: wish.position, revision: wish.revision))
        #expect(try await sale("per=item&store=bazaar") == nil)
        #expect(try await sale("per=store&item=item-none") == nil)
    }

    @Test func `a day begins at its offset`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        _ = try await shopper.buy(shopper.purchaseRequest())
        // It is 08:00 UTC, so in the far west the day before, and its last two hours.
        for (offset, day, from) in [
            (0, "2027-01-15", Self.day), (-9, "2027-01-14", Self.day - .hours(15)),
            (14, "2027-01-15", Self.day - .hours(14)),
        ] {
            let figures: SalesAnswer = try await server.getAsAdmin(
                "/v1/admin/numbers?offset=\(offset)&from=\(day)")
            #expect(figures.sales.map(\.atMs) == [from.milliseconds])
            #expect(figures.fromMs == from.milliseconds)
        }
    }

    @Test(arguments: [
        ("by=week", "by must be one of hour, day."),
        ("per=player", "per must be one of total, store, item, set, listing."),
        ("format=xml", "format must be one of json, csv."),
        (
            "offset=5.5",
            "offset must be whole hours from -12 to 14, such as 2 or -8. Numbers are kept by hours of UTC, which make no days that begin at half past or a quarter past."
        ),
        (
            "offset=Europe/Berlin",
            "offset must be whole hours from -12 to 14, and numbers are kept in no time zone. Give the hours by which its clock is ahead of UTC on the days that you ask for, such as 2."
        ),
        (
            "offset=15",
            "offset must be whole hours from -12 to 14, such as 2 or -8. Numbers are kept by hours of UTC, which make no days that begin at half past or a quarter past."
        ),
        ("from=yesterday", "from must be a date such as 2026-11-21 or an instant such as 2026-11-21T09:00:00Z."),
        ("from=2027-02-29", "from: there is no such day: February 2027 has 28 days."),
        (
            "store=nope",
            "No store has this id, and none with it has ever sold anything; there are main, bazaar."
        ),
        ("from=2027-01-14T01:00:00Z", "from must be the beginning of a day at offset."),
        ("by=hour&to=2027-01-15T09:30:00Z", "to must be the beginning of an hour."),
        ("from=2027-01-15&to=2027-01-15", "from must be before to, which is the end and not counted."),
        ("from=2027-01-16", "from must be before to, which is the end and not counted."),
        ("from=2027-01-16&to=2027-01-18", "from must be neither before 1970 nor in the future."),
        ("from=1969-01-01&to=1969-01-09", "from must be neither before 1970 nor in the future."),
        (
            "from=2025-01-01",
            "From 2025-01-01T00:00:00Z to 2027-01-16T00:00:00Z is too long; ask for 366d at most by day."
        ),
        (
            "by=hour&from=2026-12-01",
            "From 2026-12-01T00:00:00Z to 2027-01-15T09:00:00Z is too long; ask for 31d at most by hour."
        ),
        (
            "per=set&from=2026-12-01",
            "From 2026-12-01T00:00:00Z to 2027-01-16T00:00:00Z is too long; ask for 31d at most by item, set or listing."
        ),
        ("store=Main", "store must be an id: 1 to 32 small letters, digits and hyphens."),
        ("item=", "item must be an id: 1 to 64 small letters, digits and hyphens."),
    ])
    func `what can't be counted is refused, and why`(query: String, detail: String) async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let answer = try await server.askAsAdmin("/v1/admin/numbers?\(query)")
        #expect(answer.status == 400)
        #expect(try answer.problem().detail == detail)
    }

    @Test func `nobody counts without the scope, and every look is written down`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        #expect(try await server.askAsAdmin("/v1/admin/numbers").status == 200)
        #expect(try await server.askAsAdmin("/v1/admin/numbers", token: "reader").code() == .forbidden)
        #expect(try await server.askAsAdmin("/v1/admin/numbers", token: shopper.tokens.token).status == 401)
        #expect(try await server.askAsAdmin("/v1/admin/numbers?format=csv").status == 200)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.map(\.what) == [String](repeating: "GET /v1/admin/numbers", count: 3))
        #expect(audit.uses.map(\.status) == [200, 403, 200])
        server.faults.auditing = true
        #expect(try await server.askAsAdmin("/v1/admin/numbers?by=day").status == 503)
    }

    @Test func `a table for spreadsheets has every amount once, and nothing that one would run`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins(currency: #"=1+1, "x""#)
        let wish = try shopper.purchaseRequest()
        _ = try await shopper.buy(wish)
        let answer = try await server.askAsAdmin("/v1/admin/numbers?by=hour&from=2027-01-15T08:00:00Z&format=csv")
        #expect(answer.headers[.contentType] == "text/csv; charset=utf-8; header=present")
        #expect(answer.headers[.contentDisposition] == #"attachment; filename="numbers.csv""#)
        #expect(answer.headers[.cacheControl] == "no-store")
        let hour = "2027-01-15T08:00:00Z,2027-01-15T09:00:00Z"
        let currency = #""'=1+1, ""x""""#
        #expect(
            answer.text.components(separatedBy: "\r\n") == [
                "from,to,currency,sold,revenue,refunds,refunded,revocations,top_ups,top_ups_given,top_ups_taken,grants,grants_given,grants_taken,corrections,corrections_given,corrections_taken,new_players,active_players",
                "\(hour),\(currency),1,\(wish.price),0,0,0,,,,,,,,,,,",
                "\(hour),\(currency),,,,,,,,,1,70,0,,,,,", "\(hour),,,,,,,,,,,,,,,,1,1", "",
            ])
    }

    @Test func `stock is told of listings that are on sale, and of none that are yet to come`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        server.configuration.content.stores[0].sale.stock = 5
        try await server.restart()
        let wish = try shopper.purchaseRequest()
        _ = try await Shopper(server).buy(wish)
        let figures: SalesAnswer = try await server.getAsAdmin("/v1/admin/numbers?per=listing")
        let stock = try #require(figures.stock)
        #expect(stock.map(\.listing.position) == [0, 1, 2, 3])
        #expect(stock.map(\.left) == [4, 5, 5, 5] && stock.allSatisfy { $0.copies == 5 && $0.store == "main" })
        let coming = try #require(server.engine.shelves["main"]).listings.values.count { $0.start > server.time.now }
        #expect(coming > 4)
    }

    @Test func `editions are told of items of which a copy was sold`() async throws {
        let (server, shopper) = try await VirtualServer.withAdmins()
        _ = try await server.database.settle([
            Trade.order(try #require(Int64(shopper.tokens.player)), "e", price: 1, item: "kite", edition: 9)
        ])
        let figures: SalesAnswer = try await server.getAsAdmin("/v1/admin/numbers?per=item")
        #expect(figures.editions == [.init(item: "kite", copies: nil, left: nil, sold: 1)])
    }

    @Test func `while older hours are being counted, a long span isn't answered, and a short one is`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        server.time.now = server.time.now + .days(3)
        let answer = try await server.askAsAdmin("/v1/admin/numbers?from=2027-01-15")
        #expect(answer.status == 503)
        #expect(
            try answer.problem().detail
                == "Older hours are still being counted, now from 2027-01-15T08:00:00Z; ask for a span that ends before, or again in a while."
        )
        #expect(try await server.askAsAdmin("/v1/admin/numbers").status == 200)
        while await server.server.hourClosing.closeHours() == .someClosed {}
        let figures: SalesAnswer = try await server.getAsAdmin("/v1/admin/numbers?from=2027-01-15")
        #expect(figures.players?.map(\.new) == [1])
        #expect(figures.closedUntilMs == (Self.day + .days(3) + .hours(7)).milliseconds)
    }

    @Test func `Prometheus is told turnover with a token, everyone else is not, and its looks aren't written down`()
        async throws
    {
        let (server, shopper) = try await VirtualServer.withAdmins()
        let wish = try shopper.purchaseRequest()
        _ = try await shopper.buy(wish)
        let everyone = try await server.client.send("/metrics").text
        #expect(!everyone.contains("sales") && !everyone.contains("coins"))
        let text = try await server.askAsAdmin("/metrics").text
        for line in [
            #"shelflife_sales_total{store="main",currency="coins"} 1"#,
            #"shelflife_sales_revenue_total{store="main",currency="coins"} \#(wish.price)"#,
            #"shelflife_refunds_total{store="main",currency="coins"} 0"#,
            #"shelflife_wallet_given_total{currency="coins",counterpart="grants"} 70"#,
            "shelflife_players_created_total 1", "shelflife_ready 1",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
        #expect(try await server.askAsAdmin("/metrics", token: "reader").status == 403)
        #expect(try await server.askAsAdmin("/metrics", token: "nobody").status == 401)
        let audit: AuditAnswer = try await server.getAsAdmin("/v1/admin/audit")
        #expect(audit.uses.map(\.status) == [403])
        server.time.now = server.time.now + .days(2)
        while await server.server.hourClosing.closeHours() == .someClosed {}
        #expect(try await server.askAsAdmin("/metrics").text.contains("shelflife_players_created_total 1\n"))
    }

    private static let day = Fixtures.start - .hours(8)
}
