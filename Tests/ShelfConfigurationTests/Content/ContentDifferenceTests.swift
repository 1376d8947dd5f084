import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct `A difference between two contents` {
    private let now = Instant(milliseconds: 1_800_000_000_000)

    /// The store's fields that differ between two configurations, each as `name: before → after`.
    private func changes(
        _ before: String = "", _ after: String = "", plans: (before: String?, after: String?) = (nil, nil)
    ) throws -> [String] {
        let difference = try ContentDifference(
            from: content(before, plan: plans.before), to: content(after, plan: plans.after), at: now)
        return difference.stores.flatMap(\.fields).map { field in
            "\(field.name): \(field.before ?? "none") → \(field.after ?? "none")"
        }
    }

    private func content(_ rules: String, plan: String? = nil) throws -> Content {
        let items = "kite,Kite,toys,2020-01-01,5,,\nball,Ball,balls,2020-01-01,5,,\n"
        var files = [
            "items.csv": "id,name,set,released,price,edition,glyph\n" + items,
            "content.yaml": """
            catalogue: [items.csv]
            stores:
              - id: main
                positions: 1
                \(rules)
            """,
        ]
        if let plan { files["plan.yaml"] = "main:\n  - \(plan)\n" }
        let stored = files.map { ContentFile(path: $0.key, bytes: Array($0.value.utf8)) }
        return try ConfigurationLoader.content(stored, now: now).content
    }

    @Test(arguments: [
        "{factor: 0.02, sets: [balls, toys], outside: {from: 12-01, to: 12-31}}",
        "{factor: 4, items: [kite]}",
        "{factor: 1.5, age: {over: 10d, under: 6 months}}",
        "{factor: 2, price: {to: 50}, during: {days: [fri, sat], hours: {from: \"20:00\", to: \"02:00\"}}}",
        "{factor: 3, editionLeft: {from: 1, to: 9}, during: {from: 2027-01-15, to: 2027-02-01}}",
    ])
    func `has each weight that is gone or new as it is written in a configuration`(rule: String) throws {
        let other = "{factor: 7, sets: [toys]}"
        #expect(
            try changes("weights: [\(other), \(rule)]", "weights: [\(other)]") == ["weights: \(rule) → none"])
        #expect(try changes("weights: [\(rule)]", "weights: [\(rule)]").isEmpty)
        #expect(try changes("", "weights: [\(rule)]") == ["weights: none → \(rule)"])
        let changed = "{factor: 3, items: [ball]}"
        #expect(
            try changes("weights: [\(rule), \(other)]", "weights: [\(changed), \(other)]") == [
                "weights: \(rule) → \(changed)"
            ])
        #expect(try changes("weights: [\(rule), \(other)]", "weights: [\(other), \(rule)]").isEmpty)
    }

    @Test(arguments: [
        "{item: kite, position: 1, from: 2027-12-24T18:00, for: 20m}",
        "{item: ball, from: 2027-12-31T23:00:05, for: 2h, within: 10m}",
        "{item: kite, days: [fri, sat], at: [\"18:00\", \"21:00\"], from: 2027-01-16, until: 2027-01-31, for: 10m}",
        "{item: kite, at: [\"18:00\"], for: 10m}",
    ])
    func `has each planned appearance that is gone or new as it is written in a configuration`(planned: String) throws {
        #expect(try changes(plans: (nil, planned)) == ["plan: none → \(planned)"])
        #expect(try changes(plans: (planned, nil)) == ["plan: \(planned) → none"])
    }

    @Test func `has a store's local time as it is written in a configuration`() throws {
        #expect(try changes("offset: \"+12:45\"", "offset: \"-09:30\"") == ["offset: +12:45 → -09:30"])
        #expect(try changes("", "offset: \"-00:30\"") == ["offset: +00:00 → -00:30"])
        let named = ["offset: +01:00 → none", "timeZone: none → Europe/Berlin"]
        #expect(try changes("offset: \"+01:00\"", "timeZone: Europe/Berlin") == named)
        #expect(try changes("timeZone: UTC", "timeZone: Asia/Tokyo") == ["timeZone: UTC → Asia/Tokyo"])
    }

    @Test func `says from when on a clock of the same name goes another way`() throws {
        let content = try content("timeZone: Europe/Berlin")
        let summerless = Zone(name: "Europe/Berlin", first: .hours(1), changes: [])
        let (before, after) = (content.keeping([summerless]), content)
        let fields = ContentDifference(from: before, to: after, at: now).stores.flatMap(\.fields)
        #expect(fields.map(\.name) == ["timeZone"])
        let change = "2027-03-28T01:00:00Z on"
        #expect(fields.first?.before == "Europe/Berlin at UTC+01:00 from \(change)")
        #expect(fields.first?.after == "Europe/Berlin at UTC+02:00 from \(change)")
        #expect(ContentDifference(from: after, to: content, at: now).isEmpty)
    }

    @Test func `has the choice, the limits and the colours with their values`() throws {
        let choices = ["{sets: [toys], except: [{price: {from: 500}}, {items: [ball]}]}", "{age: {over: 1 month}}"]
        #expect(
            try changes("choose: \(choices[0])", "choose: \(choices[1])") == [
                "choose: \(choices[0]) → \(choices[1])"
            ])
        #expect(try changes("limits: {item: 1, day: 9}", "") == ["limits: {item: 1, day: 9} → none"])
        #expect(try changes("", "theme: {icon: gem}") == ["theme.icon: star → gem"])
        let dark = ##"theme: {dark: {from: "#ffb347", to: "#ff5e98", accent: "#112233", shadow: "#ff5e9855"}}"##
        #expect(try changes("", dark) == ["theme.dark.accent: #ff86b0 → #112233"])
    }

    /// The shares of the kite before and after it is given a weight, of the three items of a shelf.
    private func kiteMoves(
        _ rules: String, by factor: String, items: Int = 3, drawing: Bool = true
    ) throws -> ContentDifference.Shift? {
        try moves(rules, by: factor, items: items, drawing: drawing).first { $0.item == "kite" }
    }

    private func moves(
        _ rules: String, by factor: String, items: Int = 3, drawing: Bool = true
    ) throws -> [ContentDifference.Shift] {
        func content(_ more: String) throws -> Content {
            let rows = (1..<items).map { "ball-\($0),Ball,balls,2020-01-01,5\n" }.joined()
            let files = [
                "items.csv": "id,name,set,released,price\nkite,Kite,toys,2020-01-01,5\n" + rows,
                "content.yaml": """
                catalogue: [items.csv]
                stores:
                  - {id: main, positions: 1, shelfLife: {from: 60s, to: 60s}, \(rules)\(more)}
                """,
            ]
            let stored = files.map { ContentFile(path: $0.key, bytes: Array($0.value.utf8)) }
            return try ConfigurationLoader.content(stored, now: now).content
        }
        let difference = ContentDifference(
            from: try content(""), to: try content(", weights: [{factor: \(factor), items: [kite]}]"), at: now
        ) { StoreShares.drawn($0, $1, from: $2, while: { drawing }, again: { drawing }) }
        return difference.shifts
    }

    @Test func `has the shares that shelves show, where noRepeat leaves an item less than its weight asks for`() throws
    {
        let shift = try #require(try kiteMoves("noRepeat: 60s", by: "100"))
        #expect(!shift.isByWeights)
        // With one position the kite can come every second time at most.
        #expect(abs(shift.before - 333_333) < 50_000 && abs(shift.after - 500_000) < 20_000)
        let capped = try #require(try kiteMoves("noRepeat: 120s", by: "100", items: 3))
        #expect(!capped.isByWeights && abs(capped.before - capped.after) < 1000, "each comes every third time")
    }

    @Test func `has what a changed rule names though it moves little, and nothing else by chance`() throws {
        let rare = try #require(try kiteMoves("noRepeat: 60s", by: "1.5", items: 1000))
        #expect(!rare.isByWeights && abs(rare.before - 1000) < 700 && abs(rare.after - 1499) < 800)
        #expect(try moves("noRepeat: 60s", by: "1.5", items: 1000).map(\.item) == ["kite"])
    }

    @Test func `has shares by weight, and says so, where there is no time to draw`() throws {
        let late = try #require(try kiteMoves("noRepeat: 60s", by: "100", drawing: false))
        #expect(late.isByWeights && (late.before, late.after) == (333_333, 980_392))
    }

    @Test func `draws nothing where no chance changes`() throws {
        var asked = 0
        _ = ContentDifference(from: try content(""), to: try content("title: Other"), at: now) { _, _, _ in
            asked += 1
            return nil
        }
        #expect(asked == 0)
    }

    @Test func `has the order of the stores that both have`() throws {
        func content(_ stores: [String]) throws -> Content {
            try self.content("").ordered(stores)
        }
        func order(_ before: [String], _ after: [String]) throws -> ContentDifference.ChangedField? {
            ContentDifference(from: try content(before), to: try content(after), at: nil).order
        }
        #expect(try order(["main", "bazaar", "old"], ["new", "main", "bazaar"]) == nil)
        let turned = try order(["main", "bazaar"], ["bazaar", "new", "main"])
        #expect((turned?.before, turned?.after) == ("main, bazaar", "bazaar, main"))
    }
}

extension Content {
    /// The content with these stores, each with the rules of its first one.
    fileprivate func ordered(_ stores: [String]) -> Content {
        let rules = self.stores[0].rules
        let others = stores.map { id in
            StoreContent(rules: StoreRules(store: id, positions: rules.positions), title: id, columns: 2)
        }
        return Content(title: title, catalogue: catalogue, stores: others)
    }
}
