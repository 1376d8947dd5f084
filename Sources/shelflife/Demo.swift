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
import ShelfWire

/// `shelflife demo`
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the sample catalogue from a temporary folder.",
        discussion: "Prints the addresses to open. Ctrl-C, or closing the terminal, stops it and removes the folder.")

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 8080

    @Option(help: "Sells to pages of this origin too, such as https://game.example; may be given several times.")
    var origin: [String] = []

    @Flag(help: "Read the sample's files again whenever they change; the greeting says where they are.")
    var watch = false

    func validate() throws {
        try Port.validate(port)
        if let wrong = origin.first(where: { WebOrigin($0) == nil }) {
            throw ValidationError("\(wrong) is no origin; write it like https://game.example, without a path.")
        }
    }

    func run() async throws {
        let signals = await OperatorSignals()
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "shelflife-demo-\(UInt32.random(in: .min ... .max))", directoryHint: .isDirectory)
        defer { withExtendedLifetime(signals) { try? FileManager.default.removeItem(at: folder) } }
        let now = WallClock.now()
        do {
            try SampleFiles.write(to: folder.path, start: now)
        } catch {
            throw StorageError.explaining(error, at: folder.path)
        }
        let (admin, token) = AdminToken.made(named: "demo", scopes: Set(AdminScope.allCases))
        let read = { @Sendable [port, origin, watch] () throws(ConfigurationProblems) in
            var loaded = try ConfigurationLoader.load(
                file: folder.appending(path: SampleFiles.settings).path, now: now)
            loaded.settings.content.owner = watch ? .files : .server
            loaded.settings.server.data = folder.appending(path: "data").path
            loaded.settings.server.port = port
            loaded.settings.server.origins += origin
            loaded.settings.desk = DeskSettings(port: 0)
            loaded.settings.admins.append(admin)
            return loaded
        }
        let loaded = try read()
        let watched =
            watch
            ? WatchedFiles(
                settings: folder.appending(path: SampleFiles.settings).path, content: loaded.content.file) : nil
        watched?.note(loaded.content)
        let secret = loaded.settings.appSecrets.values.first?.text ?? ""
        let contentKey = Curve25519.Signing.PrivateKey()
        let embedded = EmbeddedServer(
            .sound(loaded), isStrict: true, hangUp: .ends,
            log: ServerLog(level: .warning), watching: watched,
            siteFolder: SiteVariable.folder, movesChannel: Self.channel,
            reads: { () throws(ConfigurationProblems) in .sound(try read()) }
        ) { database in
            _ = try await database.keep(contentSeed: Array(contentKey.rawRepresentation))
        }
        try await embedded.run(until: signals) { server, address in
            let link = server.desk?.signInLink(for: admin) ?? ""
            let levels = loaded.content.packs.first.map {
                let key = "\(PublicKey(contentKey.publicKey))"
                return address + LevelsPage.path(pack: $0.id, channel: Self.channel, publicKey: key)
            }
            print(
                Self.greeting(
                    address: address, folder: folder.path, secret: secret, link: link, token: token,
                    levels: levels ?? ""))
        }
    }

    /// The channel of levels that points at what the files have.
    private static let channel = "stable"

    private static func greeting(
        address: String, folder: String, secret: String, link: String, token: String, levels: String
    ) -> String {
        let program = CommandLine.arguments.first ?? "shelflife"
        return """

            Shelflife turns.

              The storefront   \(address)/            open it in two windows, side by side
              Its levels       \(levels)
              Invitations      \(address)/invitations.html   and a second player: …?as=2
              The desk         \(link)
                               signs you in once, within ten minutes; later with the token
                               \(token)
              In a terminal    \(program) watch \(address)
                               with the bazaar: --app-secret=\(secret)
              Its clock        \(program) sync \(address)
              A window file    \(program) inspect \(address)/v1/stores/main/window
              Its state        \(address)/readyz   \(address)/metrics
              Its rules        \(folder)/\(SampleFiles.content)

            Ctrl-C stops it.
            """
    }
}
