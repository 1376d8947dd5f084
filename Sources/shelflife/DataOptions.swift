import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfEngine
import ShelfServer
import ShelfTerminal

/// The data folder to use: the one named on the command line, or the one in the configuration.
struct DataOptions: ParsableArguments {
    @Option(help: "The data folder; unless given, that of the settings.", completion: .directory)
    var data: String?

    @Option(help: "The file of settings, read for the data folder.", completion: .file(extensions: ["yaml", "yml"]))
    var config = "shelflife.yaml"

    func validate() throws {
        guard data != "" else { throw ValidationError("--data is empty; name a folder.") }
    }

    /// The settings, with this data folder.
    var settings: Settings {
        get throws {
            var settings = try ConfigurationLoader.settings(
                file: config, environment: ProcessInfo.processInfo.environment)
            settings.server.data = data ?? settings.server.data
            return settings
        }
    }

    /// The data folder of a shop that is there.
    var shop: DataFolder {
        get throws {
            let folder = try folder
            if !FileManager.default.fileExists(atPath: folder.database), (try? settings)?.database != nil {
                throw inPostgres
            }
            return folder
        }
    }

    /// The data folder of a shop that keeps its data there.
    var folder: DataFolder {
        get throws {
            if let data { return DataFolder(path: data) }
            let settings = try settings
            guard settings.database == nil else {
                throw inPostgres
            }
            return DataFolder(path: settings.server.data)
        }
    }

    private var inPostgres: UsageError {
        UsageError(
            """
            \(config) keeps the shop in PostgreSQL, which has backups of its own: docs/operations/postgresql.md says how
            """)
    }
}
