import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfPostgres
import ShelfSQLite

/// `shelflife check`
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check settings and content: the catalogue, the rules and the plan.",
        discussion: """
            Prints every error and warning at once, each with its file, line and field, what was found and what was \
            expected; many of one kind become one line with their number. Ends with status 1 when there is an error.
            """)

    @Argument(
        help: """
            The settings, with the content that they name, or a content file alone; unless given, shelflife.yaml or \
            content.yaml.
            """, completion: .file(extensions: ["yaml", "yml"]))
    var file: String?

    @Flag(help: "List each error and warning, however many are of one kind.")
    var all = false

    @Flag(
        help: """
            The gate before a launch: also warn of what a shop lacks before players come, such as pictures, a backup in \
            the last day, and settings that aren't the sample's, and end with status 1 when there is a warning.
            """)
    var strict = false

    func run() async throws {
        let report = await report(now: WallClock.now())
        Output.print(report.lines)
        guard report.passes(strict: strict) else { throw ExitCode.failure }
    }

    /// Why a server on this machine couldn't make pictures; `nil` when it could.
    private static var obstacle: PictureObstacle? {
        do throws(PictureObstacle) {
            _ = try PictureWorkshop(in: .temporary)
            return nil
        } catch {
            return error
        }
    }

    /// What an operator should know of how secrets are kept.
    private func notes(_ settings: Settings) -> [String] {
        guard let vault = settings.vault else {
            return [
                """
                there is no vault, so the database and its backups hold the signing keys in the open; \
                docs/operations/vault.md says how to seal them
                """
            ]
        }
        guard FileManager.default.fileExists(atPath: vault) else {
            return ["there is no vault \(vault), so a server there doesn't start; put it back, or make one"]
        }
        return SystemdCredential.beside(ShopFile.path(file)).filter(\.isSealedByHost).map {
            """
            \($0.path) is sealed by the host's key, which lies on the same disk: it protects backups, and nothing from who \
            has the disk. With a TPM, seal it by --with-key=tpm2
            """
        }
    }

    /// What an operator should know of the data folder and its space for files, where the shop is in SQLite on this
    /// machine.
    private func space(_ settings: Settings) -> [String] {
        guard settings.database == nil else { return [] }
        let data = DataFolder(path: settings.server.data)
        guard let space = FileSpace(ofDatabaseAt: data.database) else { return [] }
        if let destination = try? SQLiteShop.destination(from: data.database) {
            return [
                """
                the shop in \(data.path) has moved to \(destination), and no server starts there; name that by `database`, \
                or SHELFLIFE_DATABASE
                """
            ]
        }
        guard space.isNearlyFull else { return [] }
        return [
            """
            files take \(space.takenPercent) % of the \(FileSpace.mostBytes >> 30) GiB of the shop in \(data.path); \
            `shelflife files` says what takes it
            """
        ]
    }

    /// What an operator should know of who may use the shop's database in PostgreSQL. One that doesn't answer isn't waited
    /// for.
    private func access(_ settings: Settings) async -> [String] {
        guard let address = settings.database,
            (try? await PostgresAccess.isOpenToEveryRole(address.parameters)) == true
        else { return [] }
        return [
            """
            every role of \(address.place) may connect to the database, and one that does can hold a lock that stops all \
            sales: REVOKE CONNECT, TEMPORARY ON DATABASE … FROM PUBLIC (docs/operations/postgresql.md)
            """
        ]
    }

    func report(now: Instant) async -> CheckReport {
        let file = ShopFile.path(file)
        do {
            var checked = try ConfigurationLoader.check(
                file: file, environment: ProcessInfo.processInfo.environment, now: now)
            let obstacle = checked.content?.masters.isEmpty == false ? Self.obstacle : nil
            if strict {
                checked = checked.warning(
                    also: LaunchCheck.warnings(
                        about: checked.settings, checked.content, obstacle: checked.settings == nil ? nil : obstacle,
                        now: now))
            } else if let obstacle {
                Output.print("no pictures can be made on this machine, so a server there shows glyphs: \(obstacle)")
            }
            if let settings = checked.settings {
                for note in notes(settings) + space(settings) + (await access(settings)) { Output.print(note) }
            }
            return CheckReport(checked, file: file, now: now, isComplete: all)
        } catch {
            return CheckReport(error.problems, file: file, isComplete: all)
        }
    }
}
