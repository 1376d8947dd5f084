import ArgumentParser
import Crypto
import Foundation
import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSample
import ShelfServer
import ShelfTerminal
import ShelfWire

/// `shelflife demo`
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the sample, or a folder of your own, to try it.",
        discussion: """
            Prints the addresses to open. Its data is in a temporary folder; Ctrl-C, or closing the terminal, stops it and \
            removes that. Your folder stays as it is. Its files are read again whenever they change. Its settings hold, \
            except for addresses, database, vault and clock; without settings, new players get money and each prefetched \
            store has an app secret.
            """)

    @Argument(
        help: "A folder with shelflife.yaml or content.yaml; unless given, the sample is served.",
        completion: .directory)
    var folder: String?

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 8080

    @Option(help: "Sells to pages of this origin too, such as https://game.example; may be given several times.")
    var origin: [String] = []

    @Flag(help: "Read the sample's files, too, again whenever they change; the greeting says where they are.")
    var watch = false

    func validate() throws {
        try Port.validate(port)
        guard folder != "" else { throw ValidationError("the folder's name is empty; name one, or none at all.") }
        if let wrong = origin.first(where: { WebOrigin($0) == nil }) {
            throw ValidationError("\(wrong) is no origin; write it like https://game.example, without a path.")
        }
    }

    func run() async throws {
        let own = try folder.map(Self.file)
        let signals = await OperatorSignals()
        let temporary = FileManager.default.temporaryDirectory.appending(
            path: "shelflife-demo-\(UInt32.random(in: .min ... .max))", directoryHint: .isDirectory)
        defer { withExtendedLifetime(signals) { try? FileManager.default.removeItem(at: temporary) } }
        do {
            if own == nil { try SampleFiles.write(to: temporary.path, start: WallClock.now()) }
        } catch {
            throw StorageError.explaining(error, at: temporary.path)
        }
        let (admin, token) = AdminToken.made(named: "demo", scopes: Set(AdminScope.allCases))
        let isWatched = watch || own != nil
        let shop = DemoShop(
            file: own ?? temporary.appending(path: SampleFiles.settings).path, owner: isWatched ? .files : .server,
            data: temporary.appending(path: "data"), port: port, origins: origin, admin: admin)
        let files: ReadFiles
        let loaded: LoadedConfiguration
        do throws(ConfigurationProblems) {
            files = try shop.read()
            loaded = try files.loaded()
        } catch {
            Output.print(CheckReport(error.problems, file: shop.file, isComplete: false).lines)
            throw ExitCode.failure
        }
        let watched = isWatched ? WatchedFiles(settings: shop.file, content: loaded.content.file) : nil
        watched?.note(loaded.content)
        let contentKey = Curve25519.Signing.PrivateKey()
        let embedded = EmbeddedServer(
            files, isStrict: true, hangUp: .ends,
            log: ServerLog(level: .warning), watching: watched,
            siteFolder: SiteVariable.folder, movesChannel: Self.channel,
            reads: { () throws(ConfigurationProblems) in
                let files = try shop.read()
                if let content = try? files.loaded().content { watched?.note(content) }
                return files
            }
        ) { database in
            _ = try await database.keep(contentSeed: Array(contentKey.rawRepresentation))
        }
        embedded.logWarnings()
        try await embedded.run(until: signals) { server, address in
            print(
                Self.greeting(
                    loaded, of: folder, address: address, link: server.desk?.signInLink(for: admin) ?? "", token: token,
                    contentKey: "\(PublicKey(contentKey.publicKey))"))
        }
    }

    /// The file in a folder of one's own from which its shop is read.
    private static func file(in folder: String) throws -> String {
        if let file = ShopFile.path(in: folder) { return file }
        throw UsageError(
            """
            \(folder) has no \(ShopFile.settings) and no \(ContentSettings.usualFile); name a folder that has one of them \
            (shelflife new DIR writes both to start from)
            """)
    }

    /// The channel of levels that points at what the files have.
    private static let channel = "stable"

    private static func greeting(
        _ loaded: LoadedConfiguration, of folder: String?, address: String, link: String, token: String,
        contentKey: String
    ) -> String {
        let program = CommandLine.arguments.first ?? "shelflife"
        let (settings, content) = (loaded.settings, loaded.content.content)
        let levels = content.packs.first.map { pack in
            "Its levels       \(address)\(LevelsPage.path(pack: pack.id, channel: channel, publicKey: contentKey))"
        }
        let invitations = "Invitations      \(address)/invitations.html   and a second player: …?as=2"
        let secret = settings.appSecrets(for: content).min { $0.key < $1.key }.map { store, secret in
            "                 with \(store): --store=\(store) --app-secret=\(secret.text)"
        }
        let isWatched = settings.content.owner == .files
        let rules = "Its rules        \(loaded.content.file)\(isWatched ? "   read again when they change" : "")"
        let lines = [
            "The storefront   \(address)/            open it in two windows, side by side",
            levels, settings.invitations ? invitations : nil,
            "The desk         \(link)",
            "                 signs you in once, within ten minutes; later with the token",
            "                 \(token)",
            "In a terminal    \(program) watch \(address)", secret,
            "Its clock        \(program) sync \(address)",
            content.stores.first.map { "A window file    \(program) inspect \(address)/v1/stores/\($0.id)/window" },
            "Its state        \(address)/readyz   \(address)/metrics",
            rules, "Next             \(next(folder, loaded.content))",
        ]
        let listed = lines.compactMap { $0.map { "  \($0)\n" } }.joined()
        return "\nShelflife turns.\n\n\(listed)\nCtrl-C stops it."
    }

    /// What to do with the shop once it was looked at.
    private static func next(_ folder: String?, _ content: LoadedContent) -> String {
        let program = CommandLine.arguments.first ?? "shelflife"
        guard let folder else { return "\(program) new DIR   writes a shop of your own" }
        if content.files.contains(where: { $0.path == StarterShop.catalogue }) {
            return "\(program) import items.csv --into \(folder.shellWord)   puts your own items in"
        }
        return "docs/launch.md   from here to players in a day"
    }
}
