import ShelfConfiguration
import ShelfModel
import ShelfWire
import Testing

/// What of the configuration files enters a content version.
@Suite struct ContentPartTests {
    private static let secret = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    private static let password = "sixteen-letters!"
    /// The password and 16 zeros, in base64url.
    private static let asKey = "c2l4dGVlbi1sZXR0ZXJzIQAAAAAAAAAAAAAAAAAAAAA"

    private func part(of configuration: String) throws -> String {
        let folder = try TemporaryFolder.configured()
        try folder.write(configuration, to: "shelflife.yaml")
        let files = try ConfigurationLoader.load(file: folder.path + "/shelflife.yaml", now: .testNow).files
        #expect(files.map(\.path) == ["items.csv", "shelflife.yaml"])
        #expect(files[0].bytes == Array(String.items.utf8))
        return String(decoding: files[1].bytes, as: UTF8.self)
    }

    @Test func `A file without settings is kept byte for byte`() throws {
        let text =
            "\u{FEFF}# Ours\r\ncatalogue:   [items.csv]  # all\r\n\r\nstores:\r\n- {id: main, positions: 4}\r\n# end"
        #expect(try part(of: text) == text)
    }

    @Test func `Settings are left out in whole lines, with the comments above them`() throws {
        let text = """
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
            """
        let expected = """
            # The shop of our game.

            title: Ours      # for the page
            # Where things are.
            catalogue: [items.csv]
            stores:
              # The only one.
              - id: main
                positions: 4

            """
        #expect(try part(of: text) == expected)
    }

    @Test(arguments: [
        (
            "  - id: main\n    positions: 4\n    lead: 10m\n    appSecret: \(secret)   # ours\n    columns: 2\n",
            "  - id: main\n    positions: 4\n    lead: 10m\n    columns: 2\n"
        ),
        (
            "  - {id: main, positions: 4, lead: 10m, appSecret: \"\(secret)\"}\n",
            "  - {id: main, positions: 4, lead: 10m, }\n"
        ),
        (
            "  - {\"appSecret\": '\(secret)', id: main, positions: 4, lead: 10m}\n",
            "  - {id: main, positions: 4, lead: 10m}\n"
        ),
        (
            "  - appSecret: \(secret)\n    id: main\n    positions: 4\n    lead: 10m\n",
            "  - \n    id: main\n    positions: 4\n    lead: 10m\n"
        ),
        (
            "  - id: main\n    positions: 4\n    lead: 10m\n    # appSecret: the old one\n    appSecret: \(secret)\n",
            "  - id: main\n    positions: 4\n    lead: 10m\n"
        ),
    ]) func `An app secret is left out, and nothing else of its store`(_ written: String, _ kept: String) throws {
        let top = "catalogue: [items.csv]\nstores:\n"
        #expect(try part(of: top + written) == top + kept)
    }

    @Test func `Where lines can't be left out the part is written anew, with the same values`() throws {
        let stores = "[{id: main, positions: 4, lead: 10m, appSecret: \n \(Self.secret)}]"
        let part = try part(of: "{title: \"Ours: é\", server: {port: 1}, catalogue: [items.csv], stores: \(stores)}")
        #expect(!part.contains(Self.secret) && !part.contains("port"))
        let files = [
            ContentFile(path: "shelflife.yaml", bytes: Array(part.utf8)),
            ContentFile(path: "items.csv", bytes: Array(String.items.utf8)),
        ]
        let content = try ConfigurationLoader.content(files, now: .testNow).content
        #expect(content.title == "Ours: é")
        #expect(content.stores.map(\.id) == ["main"] && content.stores[0].lead == .minutes(10))
    }

    /// Of such files the part is written anew from the values.
    @Test(arguments: [
        "  - {id: main, positions: 4, lead: 10m, legacy: {password: \(password)}}\n",
        "  - legacy: {password: \"abc\\\"} #efghijklm\"}\n    id: main\n    positions: 4\n    lead: 10m\n",
        "  - id: main\n    positions: 4\n    lead: 10m\n    legacy: {password: \(password)}\n    columns: 2 # \(asKey)\n",
        "  - id: main\n    positions: 4\n    lead: 10m\n    legacy: {key: \(asKey)}\n    columns: 2 # \(password)\n",
    ]) func `Of the key of old clients nothing stays, in whatever spelling`(_ store: String) throws {
        let part = try part(of: "catalogue: [items.csv]\nstores:\n" + store)
        for piece in [Self.password, Self.asKey, "efghijklm", "legacy", "#"] { #expect(!part.contains(piece)) }
        #expect(part.contains("main") && part.contains("10m"))
    }

    @Test func `A comment in which a former key of old clients may stand is left out`() throws {
        let top = "catalogue: [items.csv]\nstores:\n  - id: main\n    positions: 4\n    lead: 10m\n"
        let comments = "    # legacy:\n    #   password: seventeen letters\n    #   key: x\n    # Two of them.\n"
        let settings = "    legacy: {password: \(Self.password)}\n    columns: 2\n"
        #expect(try part(of: top + comments + settings) == top + "    columns: 2\n")
        #expect(
            try part(of: top + comments + "    columns: 2\nserver: {port: 1}\n")
                == top + "    # Two of them.\n    columns: 2\n")
    }

    @Test func `A file in which the key of old clients stands elsewhere too is refused, however it is written there`()
        throws
    {
        for title in ["\"\\x73ixteen-letters!\"", Self.asKey] {
            let folder = try TemporaryFolder.configured(
                store: "    lead: 10m\n    legacy: {password: \(Self.password)}\n    title: \(title)\n")
            #expect(folder.problems().map { $0.contains("a secret that stands in another place too") } == [true])
        }
    }

    @Test func `A file in which an app secret stands elsewhere too is refused`() throws {
        let folder = try TemporaryFolder.configured(
            store: "    lead: 10m\n    appSecret: \(Self.secret)\n    title: \(Self.secret)\n")
        #expect(
            folder.problems() == [
                """
                shelflife.yaml:1: found a secret that stands in another place too, expected app secrets in appSecret \
                and old clients' keys in legacy only, since content holds no secrets
                """
            ])
    }

    @Test(arguments: [
        (
            "  - id: main\n    positions: 4\n    lead: 10m\n    legacy:\n      # Theirs.\n      password: \(password)\n"
                + "\n      names:\n        item: id\n    columns: 2\n",
            "  - id: main\n    positions: 4\n    lead: 10m\n    columns: 2\n"
        ),
        (
            "  - id: main\n    positions: 4\n    lead: 10m\n    # Theirs.\n    legacy: {key: \(secret)}\n",
            "  - id: main\n    positions: 4\n    lead: 10m\n"
        ),
        (
            "  - id: main\n    # legacy: {password: other}\n    positions: 4\n    lead: 10m\n    legacy:\n"
                + "      {password: \(password)}\n    # Where the rest stands.\n    columns: 2 # two\n",
            "  - id: main\n    positions: 4\n    lead: 10m\n    columns: 2 # two\n"
        ),
        (
            "  - id: main\n    positions: 4\n    lead: 10m\n    legacy:\n      password: \"sixteen\n # letter\"\n",
            "  - id: main\n    positions: 4\n    lead: 10m\n"
        ),
    ]) func `The settings of a file for old clients are left out, and nothing else of its store`(
        _ written: String, _ kept: String
    ) throws {
        let top = "catalogue: [items.csv]\nstores:\n"
        #expect(try part(of: top + written) == top + kept)
    }

    @Test func `A version is read by the same rules as the files, and has no settings`() throws {
        let folder = try TemporaryFolder.configured(top: "title: Ours")
        let loaded = try ConfigurationLoader.load(file: folder.path + "/shelflife.yaml", now: .testNow)
        let content = try ConfigurationLoader.content(loaded.files, now: .testNow).content
        #expect(content == loaded.configuration.content)
        let text = "server: {port: 1}\ncatalogue: [item.csv]\nstores:\n  - {id: main, positions: 0, appSecret: x}\n"
        let broken = [
            ContentFile(path: "shelflife.yaml", bytes: Array(text.utf8)),
            ContentFile(path: "items.csv", bytes: Array(String.items.utf8)),
        ]
        let problems = #expect(throws: ConfigurationProblems.self) {
            try ConfigurationLoader.content(broken, now: .testNow)
        }
        #expect(
            problems?.problems.map { "\($0.line ?? 0): \($0.found)" } == [
                "1: the key \"server\"", "2: no file \"item.csv\" in this content", "4: the key \"appSecret\"",
                "4: \"0\"",
            ])
    }

    @Test func `Settings are read from a file whose content has errors`() throws {
        let folder = try TemporaryFolder.configured(
            store: "    columns: 9\n    lead: 10m\n    appSecret: \(Self.secret)\n", top: "server: {port: 81}\ntitel: x"
        )
        let settings = try ConfigurationLoader.settings(file: folder.path + "/shelflife.yaml", now: .testNow)
        #expect(settings.server.port == 81)
        #expect(settings.appSecrets["main"]?.text == Self.secret)
        try folder.write(.configuration(top: "server: {port: none}"), to: "shelflife.yaml")
        #expect(throws: ConfigurationProblems.self) {
            try ConfigurationLoader.settings(file: folder.path + "/shelflife.yaml", now: .testNow)
        }
    }
}
