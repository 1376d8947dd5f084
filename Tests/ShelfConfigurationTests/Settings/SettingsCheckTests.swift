import ShelfConfiguration
import ShelfModel
import ShelfWire
import Testing

/// What settings say of stores, against content.
@Suite struct SettingsCheckTests {
    private static let secret = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    @Test(arguments: [
        (
            "players:\n  welcome: {coin: 5}",
            """
            shelflife.yaml:2: warning: players.welcome: found the currency "coin", expected one of the stores': coins; did \
            you mean coins?; it isn't given
            """
        ),
        (
            "clock: {uncertainty: 200ms}",
            """
            shelflife.yaml:1: warning: clock.uncertainty: found 200ms, expected at most half the shortest lead, which is \
            300ms in main; have a better clock or a longer lead
            """
        ),
        (
            "appSecrets: {mian: \(secret)}",
            """
            shelflife.yaml:1: warning: appSecrets.mian: found no store "mian", so this app secret isn't used, expected the id \
            of a store; did you mean main?
            """
        ),
        (
            "legacy:\n  main: {password: sixteen-letters!}",
            """
            shelflife.yaml:2: warning: legacy.main: found a sealed store with a lead of 300ms, so this file for old clients \
            isn't used, expected a prefetched store with a lead of 10m
            """
        ),
    ])
    func `what doesn't fit is a warning with its place`(settings: String, warning: String) throws {
        let folder = try TemporaryFolder.configured(settings: settings)
        #expect(folder.problems() == [warning])
        let loaded = try folder.load()
        let isOfContent = settings.contains("welcome") || settings.contains("clock")
        #expect(loaded.settings.warnings(about: loaded.content).count == (isOfContent ? 1 : 0))
    }

    @Test func `only prefetched stores of the content have an app secret`() throws {
        let secret = try #require(AppSecret(Self.secret))
        let settings = Settings(appSecrets: ["main": secret, "bazaar": secret, "none": secret])
        let stores = "  - {id: bazaar, positions: 2, lead: 10m}\n"
        let content = try TemporaryFolder.configured(store: stores).load().content
        #expect(settings.appSecrets(for: content) == ["bazaar": secret])
    }

    @Test func `content is read whatever is wrong with the settings, and settings whatever is wrong with the content`()
        throws
    {
        let folder = try TemporaryFolder.configured(settings: "server: {port: http}", store: "    columns: 9\n")
        #expect(folder.problems().map { $0.prefix(while: { $0 != " " }) } == ["shelflife.yaml:1:", "content.yaml:6:"])
        #expect(throws: ConfigurationProblems.self) {
            try ConfigurationLoader.settings(file: "\(folder.path)/shelflife.yaml")
        }
        try folder.write("server: {port: 81}", to: "shelflife.yaml")
        #expect(try ConfigurationLoader.settings(file: "\(folder.path)/shelflife.yaml").server.port == 81)
    }

    @Test(arguments: [
        ("server: {port: 1}\ntitle: Ours\nstores: []", "found settings (server) and content (title, stores)"),
        ("content: {file: shop.yaml}", "content.file: found no file \"PATH/shop.yaml\", expected the path of a file"),
        ("content: {owner: me}", "content.owner: found \"me\", expected one of server, files"),
        ("content: {source: here}", "content.source: found a source of content that the server owns"),
    ])
    func `where the content is has to be told`(settings: String, problem: String) throws {
        let folder = try TemporaryFolder.configured(settings: settings)
        let told = folder.outcome().problems.map { "\($0)".replacing(folder.path, with: "PATH") }
        #expect(told.contains { $0.contains(problem.replacing("PATH", with: "PATH")) }, "\(told)")
    }

    @Test(arguments: ["main: []", "just words", "- a"]) func `no other file counts as one that names content`(
        text: String
    )
        throws
    {
        let folder = try TemporaryFolder.configured()
        try folder.write(text, to: "plan.yaml")
        let refused = #expect(throws: ConfigurationProblems.self) {
            try ConfigurationLoader.content(file: "\(folder.path)/plan.yaml", now: .testNow)
        }
        #expect(refused?.problems.map(\.found) == ["neither content nor settings"])
    }

    @Test func `settings that name no content are right where there is none, and a server wants one`() throws {
        let folder = try TemporaryFolder()
        try folder.write("server: {port: 81}", to: "shelflife.yaml")
        #expect(folder.problems() == [])
        let problems = #expect(throws: ConfigurationProblems.self) { try folder.load() }
        #expect(problems?.problems.map(\.found) == ["no file \"\(folder.path)/content.yaml\""])
    }
}
