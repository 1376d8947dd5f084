import ShelfConfiguration
import ShelfModel
import ShelfWire
import Testing

/// What becomes of a configuration of one file.
@Suite struct ShopSplitTests {
    private static let secret = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    private func split(_ text: String) throws -> ShopSplit { try ShopSplit(Array(text.utf8), file: "shelflife.yaml") }

    @Test func `sections go into the file of their kind with their comments`() throws {
        let split = try split(
            """
            # The shop of our game.

            title: Ours      # for the page
            # Who may do what.
            admin:
              tokens: []     # none yet

            # Where things are.
            catalogue: [items.csv]
            server:
              port: 1
            stores:
              # The only one.
              - id: main
                positions: 4
            players: {welcome: {coins: 5}}
            """)
        #expect(
            split.content == """
                # The shop of our game.

                title: Ours      # for the page
                # Where things are.
                catalogue: [items.csv]
                stores:
                  # The only one.
                  - id: main
                    positions: 4

                """)
        #expect(
            split.settings == """
                # Who may do what.
                admin:
                  tokens: []     # none yet

                server:
                  port: 1
                players: {welcome: {coins: 5}}

                content:
                  file: content.yaml

                """)
        #expect(split.plan == nil)
    }

    @Test func `secrets and plans leave their stores, and nothing else does`() throws {
        let split = try split(
            """
            catalogue: [items.csv]
            stores:
              # The first.
              - id: main
                positions: 4   # four
                # What is planned.
                plan:
                  - {item: item-1, from: 2026-12-24T18:00, for: 20m}
                  - item: item-2
                    at: ["18:00"]
                    for: 2m
                columns: 2
              - {id: bazaar, positions: 4, lead: 10m, appSecret: \(Self.secret)}
              # The last.
              - id: old
                lead: 10m
                positions: 3
                legacy:
                  password: "16 ASCII letters"
            """)
        #expect(
            split.content == """
                catalogue: [items.csv]
                stores:
                  # The first.
                  - id: main
                    positions: 4   # four
                    columns: 2
                  - {id: bazaar, positions: 4, lead: 10m}
                  # The last.
                  - id: old
                    lead: 10m
                    positions: 3

                """)
        #expect(!split.content.contains(Self.secret) && !split.content.contains("ASCII"))
        #expect(split.settings.contains("appSecrets:\n  bazaar: \(Self.secret)\n"))
        #expect(split.settings.contains("legacy:\n  old:\n    password: \"16 ASCII letters\"\n"))
        #expect(
            split.plan?.hasSuffix(
                """
                main:
                  - {item: item-1, from: 2026-12-24T18:00, for: 20m}
                  - {item: item-2, at: ["18:00"], for: 2m}

                """) == true, "\(split.plan ?? "")")
    }

    @Test func `a file in braces is written anew with the same values`() throws {
        let stores = "[{id: main, positions: 4, lead: 10m, appSecret: \n \(Self.secret)}]"
        let split = try split("{title: \"Ours: é\", server: {port: 1}, catalogue: [items.csv], stores: \(stores)}")
        #expect(!split.content.contains(Self.secret) && !split.content.contains("port"))
        let files = [
            ContentFile(path: "content.yaml", bytes: Array(split.content.utf8)),
            ContentFile(path: "items.csv", bytes: Array(String.items.utf8)),
        ]
        let content = try ConfigurationLoader.content(files, now: .testNow).content
        #expect(content.title == "Ours: é" && content.stores[0].lead == .minutes(10))
        #expect(split.settings.contains("port: 1") && split.settings.contains(Self.secret))
    }

    @Test func `what is split is found right`() throws {
        let folder = try TemporaryFolder.configured()
        let split = try split(
            .content(store: "    lead: 10m\n    appSecret: \(Self.secret)\n", top: "server: {port: 81}\n"))
        try folder.write(split.settings, to: "shelflife.yaml")
        try folder.write(split.content, to: "content.yaml")
        let loaded = try folder.load()
        #expect(folder.problems() == [] && loaded.settings.server.port == 81)
        #expect(loaded.settings.appSecrets["main"]?.text == Self.secret)
    }

    @Test(arguments: ["server: {port: 1}", "stores: 3", "[", ""]) func `what can't be split is told`(text: String) {
        #expect(throws: ConfigurationProblems.self) { try split(text) }
    }
}
