import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfEngine
import ShelfTerminal

/// Finds a server that runs on this machine, by its data folder.
struct RunningServerOptions: ParsableArguments {
    @Option(help: "The data folder; unless given, that of the settings.", completion: .directory)
    var data: String?

    @Option(help: "The file of settings.", completion: .file(extensions: ["yaml", "yml"]))
    var config = "shelflife.yaml"

    func validate() throws {
        guard data != "" else { throw ValidationError("--data is empty; name a folder.") }
    }

    func folder() throws -> DataFolder {
        if let data { return DataFolder(path: data) }
        guard FileManager.default.fileExists(atPath: config) else {
            throw UsageError(
                "there is no file of settings \(config); name the server's data folder by --data, or its file by --config"
            )
        }
        let settings = try ConfigurationLoader.settings(
            file: config, environment: ProcessInfo.processInfo.environment)
        return DataFolder(path: settings.server.data)
    }
}
