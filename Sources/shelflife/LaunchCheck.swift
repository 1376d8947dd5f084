import Foundation
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfSample
import ShelfWire

/// What a shop lacks before players come to it, as `check --strict` looks for it: what is left of the sample or the
/// starter, secrets that its page gives away, items that show nothing, nobody who may act, and a shop without a backup.
enum LaunchCheck {
    /// - Parameters:
    ///   - settings: `nil` where content is checked alone.
    ///   - content: `nil` where settings are checked alone.
    ///   - obstacle: why no pictures can be made on this machine.
    static func warnings(
        about settings: Settings?, _ content: LoadedContent?, obstacle: PictureObstacle?, now: Instant
    ) -> [ConfigurationProblem] {
        var warnings: [ConfigurationProblem] = []
        if let settings { warnings += left(in: settings) + hands(in: settings) + backups(settings, now: now) }
        if let content { warnings += left(in: content) + bare(in: content) }
        if let settings, let content { warnings += secretsOnPage(settings, content) }
        if let obstacle {
            warnings.append(
                .warning(
                    found: "a machine on which no pictures can be made", expected: "what makes them",
                    advice: "\(obstacle)"))
        }
        return warnings
    }

    /// What everybody knows, so a shop needs others.
    private static func left(in settings: Settings) -> [ConfigurationProblem] {
        let key = LegacyKey(password: SampleFiles.legacyPassword)
        var warnings = settings.legacy.filter { $0.value.key == key }.keys.sorted().map { store in
            ConfigurationProblem.warning(
                found: "the sample's password in legacy.\(store)", expected: "the one that your old clients have",
                advice: "everybody can read that file with it")
        }
        if settings.clockUncertainty == .zero {
            warnings.append(
                .warning(
                    found: "a clock that is never wrong, as the sample has it", expected: "no clock.uncertainty",
                    advice: "the kernel says how far the clock can be off"))
        }
        let gifts = [("sample", SampleFiles.welcome), ("starter", StarterShop.welcome)]
        for (name, gift) in gifts where settings.players.welcome == gift {
            warnings.append(
                .warning(
                    found: "the \(name)'s gift in players.welcome", expected: "what a new player of your game gets",
                    advice: "leave it out if that is nothing"))
        }
        return warnings
    }

    private static func left(in content: LoadedContent) -> [ConfigurationProblem] {
        let items = content.content.catalogue.items
        let starters = StarterShop.items.intersection(items.map(\.id)).count
        // The sample has them, too. A game may well have a crown of its own.
        guard starters * 2 > StarterShop.items.count else { return [] }
        return [
            .warning(
                found: "\(starters) items of the starter or the sample", expected: "items of your game",
                advice: "`shelflife import FILE --into .` puts yours in their place")
        ]
    }

    /// The server's page has the app secret of each store that it shows.
    private static func secretsOnPage(_ settings: Settings, _ content: LoadedContent) -> [ConfigurationProblem] {
        content.content.stores.filter { $0.onPage && settings.appSecrets[$0.id] != nil }.map { store in
            .warning(
                found: "an app secret of \(store.id), which the server's own page gives to everybody",
                expected: "onPage: false", advice: "or take the secret out, if the page is your shop")
        }
    }

    /// Somebody has to be able to publish, pause and withdraw.
    private static func hands(in settings: Settings) -> [ConfigurationProblem] {
        guard !settings.admins.contains(where: { $0.scopes.contains(.contentWrite) }) else { return [] }
        return [
            .warning(
                found: "no token in admin.tokens with the scope content:write", expected: "one at least",
                advice: "`shelflife token NAME --scopes content:read,content:write` adds it")
        ]
    }

    /// Items without a picture where others have one, or with nothing at all to show.
    private static func bare(in content: LoadedContent) -> [ConfigurationProblem] {
        let items = content.content.catalogue.items
        let hasPictures = items.contains { $0.master != nil }
        let bare = items.filter { $0.master == nil && $0.art == nil && (hasPictures || $0.glyph == nil) }
        guard let first = bare.first else { return [] }
        let others = bare.count > 1 ? " and \(bare.count - 1) more" : ""
        return [
            .warning(
                found: "no picture of \(first.id)\(others)", expected: "a picture of each item, or `art`",
                advice: "put files that are called like the items into the folder \(PictureList.folder)")
        ]
    }

    /// What the data folder of a shop in SQLite on this machine says of its backups.
    private static func backups(_ settings: Settings, now: Instant) -> [ConfigurationProblem] {
        let data = DataFolder(path: settings.server.data)
        guard settings.database == nil, FileManager.default.fileExists(atPath: data.database) else { return [] }
        if let newest = data.backedUp, newest <= now + .minutes(1), now - newest <= BackupWatch.ageAtMost { return [] }
        let found = data.backedUp.map { "a newest backup of \(RFC3339.text($0))" } ?? "no backup"
        return [
            .warning(
                found: "\(found) of the shop in \(data.path)", expected: "a backup at least once a day",
                advice: "docs/operations/shelflife-backup.timer makes them")
        ]
    }
}
