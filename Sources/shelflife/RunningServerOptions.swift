import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfEngine

/// Finds a server that runs on this machine, by its data folder.
struct RunningServerOptions: ParsableArguments {
    @Option(help: "The data folder; unless given, the configuration file's.", completion: .directory)
    var data: String?

    @Option(help: "The configuration file.", completion: .file(extensions: ["yaml", "yml"]))
    var config = "shelflife.yaml"

    func validate() throws {
        guard data != "" else { throw ValidationError("--data is empty; name a folder.") }
    }

    func folder() throws -> DataFolder {
        if let data { return DataFolder(path: data) }
        let settings = try ConfigurationLoader.settings(
            file: config, environment: ProcessInfo.processInfo.environment, now: WallClock.now())
        return DataFolder(path: settings.server.data)
    }
}
