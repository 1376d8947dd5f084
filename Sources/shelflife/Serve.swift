import ArgumentParser
import Foundation
import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfServer
import ShelfTerminal
import ShelfVault
import ShelfWire

/// `shelflife serve`
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the server.",
        discussion: """
            Flags override the environment (SHELFLIFE_HOST, SHELFLIFE_PORT, SHELFLIFE_DATA, SHELFLIFE_DATABASE, \
            SHELFLIFE_CLOCK_UNCERTAINTY), which overrides the file of settings. Ctrl-C and SIGTERM \
            stop it; SIGHUP has it read the settings again, and the content files where these own the content. \
            SHELFLIFE_SITE names a folder with the pages' sources, which are then read at each request.
            """)

    @Option(help: "The file of settings.", completion: .file(extensions: ["yaml", "yml"]))
    var config = "shelflife.yaml"

    @Option(help: "The folder for secrets and published windows; it is made if need be.", completion: .directory)
    var data: String?

    @Option(help: "The address to listen on.")
    var host: String?

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port: Int?

    @Option(help: "The port that the desk listens on, if it is on; 0 takes any that is free.")
    var deskPort: Int?

    @Option(help: "How much to log.")
    var logLevel = LogLevel.info

    @Option(help: "How to log: as text, or each line as a JSON object.")
    var logFormat = ServerLog.Format.text

    @Flag(help: "Don't start with files that have errors, even if there is an earlier content version to go on with.")
    var strict = false

    @Flag(help: "Read the settings and the content files again whenever they change; the files must own the content.")
    var watch = false

    @OptionGroup var passphrase: PassphraseOptions

    enum LogLevel: String, CaseIterable, ExpressibleByArgument {
        case trace, debug, info, notice, warning, error, critical
    }

    func validate() throws {
        if let port { try Port.validate(port) }
        if let deskPort { try Port.validate(deskPort, of: "--desk-port") }
        guard data != "" else { throw ValidationError("--data is empty; name a folder.") }
        guard host != "" else { throw ValidationError("--host is empty; name an address, such as 127.0.0.1.") }
    }

    func run() async throws {
        do { try await serve() } catch { throw WrongSettings(error) ?? error }
    }

    private func serve() async throws {
        let signals = await OperatorSignals()
        let settings = try read(nil).settings
        guard !watch || settings.content.owner == .files else {
            throw UsageError(
                "--watch is for content that the files own; say `content: {owner: files}` in \(config), or publish")
        }
        let watched = watch ? WatchedFiles(settings: config, content: settings.content.file) : nil
        let vault = settings.vault.map(ServerVault.init)
        if let vault { try open(vault) }
        let files = try read(vault)
        if let content = try? files.loaded().content { watched?.note(content) }
        let server = EmbeddedServer(
            files, vault: vault, rereads: { try read(vault) }, isStrict: strict, hangUp: .reloads,
            log: log, watching: watched, siteFolder: SiteVariable.folder
        ) { () throws(ConfigurationProblems) in
            let files = try read(vault)
            if let content = try? files.loaded().content { watched?.note(content) }
            return files
        }
        server.logWarnings()
        try await server.run(until: signals) { server, address in
            await keepBase(of: files, in: server.engine)
            print("Shelflife serves on \(address)")
            if let desk = server.desk?.address { print("  the desk: \(desk)") }
            for store in server.engine.descriptions { print("  \(store.id): public key \(store.publicKey)") }
        }
    }

    private var log: ServerLog {
        ServerLog(level: Logger.Level(rawValue: logLevel.rawValue) ?? .info, format: logFormat)
    }

    /// Where the content files are the version in force, keeps its number beside them, so that the first publication of
    /// a change to them isn't refused. From a folder that can't be written to, nobody publishes.
    private func keepBase(of files: ReadFiles, in engine: Engine) async {
        guard files.settings.content.owner == .server, let content = try? files.loaded().content,
            let inForce = try? await engine.database.contentVersion(inForceAt: engine.timeline.now),
            inForce.digest == StoredContent(content.files).digest
        else { return }
        let folder = URL(filePath: files.settings.content.file).deletingLastPathComponent()
        try? BaseFile(folder: folder).add(BaseFile.Line(number: inForce.number, digest: Hex.encode(inForce.digest)))
    }

    /// What the files have now, and the environment and the flags over it.
    private func load(_ vault: ServerVault?) throws(ConfigurationProblems) -> LoadedConfiguration {
        var loaded = try ConfigurationLoader.load(
            file: config, environment: ProcessInfo.processInfo.environment, secrets: lookup(vault), now: WallClock.now()
        )
        override(&loaded.settings)
        return loaded
    }

    /// The same, or at least the settings.
    private func read(_ vault: ServerVault?) throws(ConfigurationProblems) -> ReadFiles {
        do {
            return .sound(try load(vault))
        } catch {
            let environment = ProcessInfo.processInfo.environment
            guard
                var settings = try? ConfigurationLoader.settings(
                    file: config, environment: environment, secrets: lookup(vault))
            else { throw error }
            override(&settings)
            return .broken(settings, error)
        }
    }

    private func lookup(_ vault: ServerVault?) -> SecretLookup? {
        guard let vault, vault.isOpen else { return nil }
        return { vault.secret($0) }
    }

    /// Opens the vault, if somebody gives the passphrase. A credential that doesn't open it leaves it locked, since a
    /// service that ends would be started with the same credential again.
    private func open(_ vault: ServerVault) throws {
        CoreDumps.forbid()
        _ = try VaultFile(vault.path).read()
        do {
            guard let given = try passphrase.readIfGiven("Passphrase of \(vault.path): ") else { return }
            do {
                try vault.take(vault.read(with: given.passphrase))
            } catch {
                let why = "\(vault.path): \(error)"
                throw given.isCredential ? PassphraseOptions.UnusableCredential(why: why) : UsageError(why)
            }
        } catch let error as PassphraseOptions.UnusableCredential {
            log.logger.error("the credential doesn't open the vault", metadata: ["why": "\(error.why)"])
        }
    }

    private func override(_ settings: inout Settings) {
        settings.server.data = data ?? settings.server.data
        settings.server.host = host.map(ServerSettings.bareHost) ?? settings.server.host
        settings.server.port = port ?? settings.server.port
        if let deskPort { settings.desk?.port = deskPort }
    }
}
