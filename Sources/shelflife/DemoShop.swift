import Foundation
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfSample
import ShelfServer
import ShelfTerminal
import ShelfWire
import Synchronization

/// The shop that a demo serves, from a folder in which it writes nothing: its files, with a data folder elsewhere, on
/// loopback, and with the desk.
struct DemoShop: Sendable {
    /// The settings, or the content of a folder without settings.
    let file: String
    /// The content's owner while it is served.
    let owner: ContentSettings.Owner
    let data: URL
    let port: Int
    /// Origins beside those of the settings.
    let origins: [String]
    let admin: AdminToken
    private let own = OwnSettings()

    private var hasSettings: Bool { URL(filePath: file).lastPathComponent == ShopFile.settings }

    /// Reads the files as they are now.
    ///
    /// - Throws: the problems of settings with errors. Content with errors is broken files.
    func read() throws(ConfigurationProblems) -> ReadFiles {
        var files = try hasSettings ? withSettings() : withoutSettings()
        var settings = files.settings
        settings.server = ServerSettings(port: port, data: data.path, origins: settings.server.origins + origins)
        settings.database = nil
        settings.vault = nil
        // No other clock has to agree with a demo's.
        settings.clockUncertainty = .zero
        settings.content.owner = owner
        settings.content.source = URL(filePath: file).deletingLastPathComponent().path
        settings.desk = DeskSettings(port: 0)
        settings.admins.append(admin)
        files.settings = settings
        return files
    }

    private func withSettings() throws(ConfigurationProblems) -> ReadFiles {
        do {
            let loaded = try ConfigurationLoader.load(file: file, now: WallClock.now())
            guard loaded.settings.players.welcome == StarterShop.welcome else { return .sound(loaded) }
            var settings = loaded.settings
            settings.players.welcome = OwnSettings.welcome(in: loaded.content.content)
            return .sound(LoadedConfiguration(settings: settings, content: loaded.content, warnings: loaded.warnings))
        } catch {
            guard let settings = try? ConfigurationLoader.settings(file: file) else { throw error }
            return .broken(settings, error)
        }
    }

    private func withoutSettings() -> ReadFiles {
        do throws(ConfigurationProblems) {
            let (content, warnings) = try ConfigurationLoader.content(file: file, now: WallClock.now())
            var settings = own.made(for: content.content)
            settings.content.file = file
            return .sound(LoadedConfiguration(settings: settings, content: content, warnings: warnings))
        } catch {
            return .broken(own.former, error)
        }
    }
}

/// The settings of a folder that has none: new players can buy, friends can be invited, and what prefetched stores show
/// is kept secret.
private final class OwnSettings: Sendable {
    private let secret = AppSecret(bytes: Randomness.system.bytes(32))
    private let last = Mutex(Settings())

    /// Those that were made last, for content that can't be read.
    var former: Settings { last.withLock(\.self) }

    func made(for content: Content) -> Settings {
        let prefetched = content.stores.filter { $0.lead == StoreContent.prefetchedLead }
        let secrets = prefetched.compactMap { store in secret.map { (store.id, $0) } }
        let settings = Settings(
            players: PlayerSettings(welcome: Self.welcome(in: content)), invitations: true,
            appSecrets: Dictionary(uniqueKeysWithValues: secrets))
        last.withLock { $0 = settings }
        return settings
    }

    /// Enough of each currency for a few of the dearest items.
    static func welcome(in content: Content) -> [String: Int64] {
        let dearest = content.catalogue.items.map(\.price).max() ?? 0
        let gift = max(1000, min(dearest, Money.most / 10) * 10)
        return Dictionary(content.stores.map { ($0.currency, gift) }) { first, _ in first }
    }
}
