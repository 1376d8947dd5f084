import ShelfAppStore
import ShelfConfiguration
import ShelfModel
import ShelfWire
import Testing

@Suite struct LoadingTests {
    @Test func `what is left out has the default that is documented`() throws {
        let configuration = try TemporaryFolder.configured(store: "").load()
        #expect(configuration.content.title == "Shelflife")
        #expect(configuration.settings.clockUncertainty == nil)
        #expect(configuration.settings.server.host == "127.0.0.1")
        #expect(configuration.settings.server.port == 8080)
        #expect(configuration.settings.server.origins.isEmpty)
        let store = try #require(configuration.content.stores.first)
        #expect(store.rules == StoreRules(store: "main", positions: 4))
        #expect(store.title == "main")
        #expect(store.columns == 4)
        #expect(store.lead == .milliseconds(300))
        #expect(store.currency == "coins")
        #expect(store.cardBytes == 256)
        #expect(configuration.settings.appSecrets.isEmpty)
        #expect(store.onPage)
        #expect(store.theme == .plain)
    }

    private func problems(_ folder: TemporaryFolder) throws -> [String] {
        do throws(ConfigurationProblems) {
            return try ConfigurationLoader.check(file: "\(folder.path)/content.yaml", now: .testNow).warnings.map(
                \.found)
        } catch {
            return error.problems.map(\.found)
        }
    }

    @Test func `a set that is misspelt hides nothing else`() throws {
        let folder = try TemporaryFolder.configured(
            store: "    cardBytes: 64\n    weights: [{factor: 2, sets: [sett-1]}]\n",
            plan: "main: [{item: item-1, position: 5, from: 2050-01-01T18:00, for: 2m}]\n")
        let found = try problems(folder)
        #expect(found.contains("\"sett-1\"") && found.contains("5"))
        #expect(found.contains { $0.hasPrefix("an item whose card takes") })
    }

    @Test func `an item that can't be read hides nothing of a plan but what items it names`() throws {
        let folder = try TemporaryFolder.configured(
            plan: "main: [{item: no-such-item, position: 5, from: 2050-01-01T18:00, for: 2m}]\n")
        try folder.write(String.items.replacing(",10,,*", with: ",ten,,*"), to: "items.csv")
        #expect(try problems(folder) == ["5", "\"ten\""] || problems(folder) == ["\"ten\"", "5"])
    }

    @Test func `a choice of a set that there isn't is no shortage of items`() throws {
        let folder = try TemporaryFolder.configured(store: "    choose: {sets: [sett-1]}\n")
        #expect(try problems(folder) == ["\"sett-1\""])
    }

    @Test func `a catalogue needs only the columns that it uses`() throws {
        let folder = try TemporaryFolder.configured()
        let rows = (1...40).map { "item-\($0),Item \($0),set,2020-01-01,5\n" }.joined()
        try folder.write("id,name,set,released,price\n" + rows, to: "items.csv")
        #expect(try problems(folder) == [])
    }

    @Test func `the ends of a theme's gradient have either of two names, not both`() throws {
        let rest = "accent: \"#112233\", shadow: \"#ff5e98\""
        let theme = "    theme: {dark: {start: \"#ffb347\", to: \"#ff5e98\", \(rest)}}\n"
        #expect(try problems(TemporaryFolder.configured(store: theme)) == [])
        let both = theme.replacing("to:", with: "from: \"#ffb347\", to:")
        #expect(try problems(TemporaryFolder.configured(store: both)).contains("from beside start"))
    }

    @Test func `everything that is written is read as it is meant`() throws {
        let folder = CorpusTests.folder
        let configuration = try ConfigurationLoader.load(file: "\(folder)/fine-everything.yaml", now: .testNow)
            .configuration
        #expect(configuration.content.title == "Everything")
        #expect(
            configuration.settings.server
                == ServerSettings(
                    host: "::1", port: 0, data: "/var/lib/shelflife",
                    origins: ["https://game.example", "http://127.0.0.1:5173"]))
        #expect(configuration.settings.clockUncertainty == .milliseconds(150))
        #expect(configuration.content.stores.map(\.id) == ["main", "bazaar", "open"])
        let main = configuration.content.stores[0]
        #expect(main.title == "Rock & roll *live*")
        #expect(main.columns == 2)
        #expect(main.currency == "gold")
        #expect(main.cardBytes == 512)
        #expect(!main.onPage)
        #expect(main.theme.icon == "gem")
        #expect(main.theme.light.accent == "#C2255C")
        #expect(main.rules == Self.everything)
        #expect(configuration.content.stores[1].lead == .minutes(10))
        #expect(configuration.settings.appSecrets == ["bazaar": AppSecret(bytes: [UInt8](repeating: 0, count: 32))])
        let marbles = try #require(configuration.content.catalogue["c"])
        #expect(marbles.edition == 100 && marbles.glyph == "*" && marbles.price == 7)
    }

    @Test func `the App Store's products are read with what they are worth`() throws {
        let configuration = try ConfigurationLoader.load(file: "\(CorpusTests.folder)/fine-apple.yaml", now: .testNow)
            .configuration
        #expect(
            configuration.settings.apple?.products == [
                "com.example.coins100": TopUp.Worth(currency: "coins", amount: 100)!,
                "com.example.dust_1": TopUp.Worth(currency: "Gold dust", amount: 9_007_199_254_740_991)!,
            ])
        #expect(try TemporaryFolder.configured().load().settings.apple == nil)
    }

    @Test func `a currency and an admin's name have one spelling, however each place has it`() throws {
        let file = "\(CorpusTests.folder)/fine-currency-spellings.yaml"
        let (settings, content) = try {
            let configuration = try ConfigurationLoader.load(file: file, now: .testNow).configuration
            return (configuration.settings, configuration.content)
        }()
        let apple = try #require(settings.apple)
        let currencies =
            content.stores.map(\.currency) + settings.players.welcome.keys + apple.products.values.map(\.currency)
        #expect(currencies.count == 4)
        for currency in currencies { #expect(Array(currency.utf8) == Array("M\u{FC}nzen".utf8)) }
        #expect(settings.admins.map { Array($0.name.utf8) } == [Array("Zo\u{EB}".utf8)])
    }

    @Test(arguments: [
        ("300ms", 300), ("45s", 45_000), ("4m", 240_000), ("2h", 7_200_000), ("3d", 259_200_000), ("2w", 1_209_600_000),
    ])
    func `a span is a number and a unit`(text: String, milliseconds: Int64) throws {
        let rules = "    positions: 1\n    noRepeat: \(text)\n    shelfLife: {from: 11h, to: 11h}\n"
        let folder = try TemporaryFolder()
        try folder.write(.items, to: "items.csv")
        try folder.write("catalogue: [items.csv]\nstores:\n  - id: main\n\(rules)", to: "content.yaml")
        try folder.write("invitations: false", to: "shelflife.yaml")
        #expect(try folder.load().content.stores[0].rules.noRepeat == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        ("6 months", CalendarAge(months: 6)), ("1 year", CalendarAge(months: 12)),
        ("10 days", CalendarAge(span: .days(10))),
        ("2 weeks", CalendarAge(span: .days(14))), ("36 hours", CalendarAge(span: .hours(36))),
        ("90 minutes", CalendarAge(span: .minutes(90))), ("3d", CalendarAge(span: .days(3))),
    ])
    func `an age is counted on the calendar or by the clock`(text: String, age: CalendarAge) throws {
        let rules = try TemporaryFolder.configured(store: "    choose: {age: {over: \(text)}}\n").load().content.stores[
            0
        ].rules
        #expect(rules.choice.include.age == Selector.AgeRange(over: age))
    }

    @Test(arguments: [("+00:00", 0), ("\"+05:30\"", 19_800_000), ("-08:00", -28_800_000)])
    func `an offset is local time minus UTC`(text: String, milliseconds: Int64) throws {
        let rules = try TemporaryFolder.configured(store: "    offset: \(text)\n").load().content.stores[0].rules
        #expect(rules.zone == Zone(offset: .milliseconds(milliseconds)))
    }

    @Test func `paths start from the file's folder, absolute ones stay`() throws {
        let folder = try TemporaryFolder.configured(settings: "server: {data: state}")
        #expect(try folder.load().settings.server.data == "\(folder.path)/state")
    }

    @Test func `a problem in the first file doesn't hide one in the last`() throws {
        let folder = try TemporaryFolder.configured(store: "    lead: soon\n", top: "titel: One")
        try folder.write(String.items + "item-1,Again,set-1,2020-01-01,x,,*\n", to: "items.csv")
        #expect(
            folder.problems(environment: ["SHELFLIFE_PORT": "http"]).map { $0.prefix(while: { $0 != " " }) } == [
                "content.yaml:2:", "content.yaml:6:", "items.csv:42:", "items.csv:42:", "SHELFLIFE_PORT:",
            ])
    }

    private static let everything = StoreRules(
        store: "main", positions: 4, shelfLife: 60...39_600, noRepeat: .minutes(1), zone: Zone(offset: .hours(-8)),
        choice: Choice(
            include: Selector(
                sets: ["red", "green", "blue"],
                age: Selector.AgeRange(over: CalendarAge(months: 6), under: CalendarAge(months: 1200)),
                price: Selector.AmountRange(from: 0, to: 500)),
            except: [
                Selector(items: ["item-1", "item-2"]), Selector(editionLeft: Selector.AmountRange(from: 0, to: 3)),
                Selector(price: Selector.AmountRange(to: 10)),
            ]),
        weights: [
            WeightRule(
                factor: Weight(millionths: 20_000), selector: Selector(sets: ["red"]),
                season: .outside(.yearly(from: .init(month: 12, day: 1)!, to: .init(month: 1, day: 6)!))),
            WeightRule(
                factor: Weight(millionths: 3_000_000),
                selector: Selector(age: Selector.AgeRange(under: CalendarAge(span: .hours(36))))),
            WeightRule(
                factor: Weight(millionths: 500_000), selector: Selector(editionLeft: Selector.AmountRange(to: 50))),
            WeightRule(
                factor: Weight(millionths: 5_000_000), selector: Selector(items: ["item-3"]),
                season: .during(
                    .once(
                        from: CalendarDate(year: 2026, month: 12, day: 24)!,
                        to: CalendarDate(year: 2026, month: 12, day: 26)!))),
            WeightRule(
                factor: Weight(millionths: 2_000_000), selector: Selector(sets: ["blue"]),
                season: .during(
                    CalendarSpan(
                        days: [.friday, .saturday],
                        hours: .init(from: TimeOfDay(hour: 22, minute: 0)!, to: TimeOfDay(hour: 24, minute: 0)!)))),
        ],
        plan: [
            PlannedAppearance(
                item: "item-3", position: 1,
                times: .once(
                    CalendarDate(year: 2026, month: 12, day: 24)!, TimeOfDay(hour: 18, minute: 0)!),
                length: .minutes(20), within: .minutes(5)),
            PlannedAppearance(
                item: "item-7",
                times: .weekly(
                    .init(
                        days: [.saturday, .sunday],
                        times: [
                            TimeOfDay(hour: 18, minute: 0)!, TimeOfDay(hour: 21, minute: 30, second: 15)!,
                        ],
                        from: CalendarDate(year: 2026, month: 12, day: 1)!,
                        until: CalendarDate(year: 2026, month: 12, day: 31)!)),
                length: .minutes(2)),
        ])
}
