import ArgumentParser
import Foundation
import Logging
import ShelfConfiguration
import ShelfSample
import ShelfWire

/// `shelflife demo`
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the sample catalogue from a temporary folder.",
        discussion: "Prints the addresses to open. Ctrl-C stops it and removes the folder.")

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 8080

    func validate() throws {
        try Port.validate(port)
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "shelflife-demo-\(UInt32.random(in: .min ... .max))", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: folder) }
        let now = WallClock.now()
        try SampleFiles.write(to: folder.path, start: now)
        var configuration = try ConfigurationLoader.load(
            file: folder.appending(path: SampleFiles.configuration).path, now: now)
        configuration.server.data = folder.appending(path: "data").path
        configuration.server.port = port
        let secret = configuration.stores.lazy.compactMap(\.appSecret).first?.text ?? ""
        try await EmbeddedServer(configuration, logLevel: .warning).run { address, _ in
            print(Self.greeting(address: address, folder: folder.path, secret: secret))
        }
    }

    private static func greeting(address: String, folder: String, secret: String) -> String {
        let program = CommandLine.arguments.first ?? "shelflife"
        return """

            Shelflife turns.

              The storefront   \(address)/            open it in two windows, side by side
              In a terminal    \(program) watch \(address)
                               with the bazaar: --app-secret=\(secret)
              Its clock        \(program) sync \(address)
              A window file    \(program) inspect \(address)/v1/stores/main/window
              Its state        \(address)/readyz   \(address)/metrics
              Its rules        \(folder)/\(SampleFiles.configuration)

            Ctrl-C stops it.
            """
    }
}
