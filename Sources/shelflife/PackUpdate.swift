import ArgumentParser
import Foundation
import ShelfLevels
import ShelfTerminal

/// `shelflife pack update`
struct PackUpdate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Do what a game does: ask a channel, and fetch the release that it points at.",
        discussion: """
            To try a channel before games do. The folder is what a device keeps; with an empty one it begins with the \
            shipped snapshot. Ends with status 1 when the release that the channel points at isn't there afterwards.
            """)

    @Argument(help: "The snapshot that the app is shipped with.", completion: .file())
    var shipped: String

    @Option(help: "The address of the server, such as https://levels.example.com.")
    var from: String

    @Option(help: "The channel.")
    var channel = "stable"

    @Option(help: "The public key that documents are signed with, in base64url.")
    var publicKey: String

    @Option(help: "The version of the game's engine.")
    var engine = 1

    @Option(help: "The folder in which a device keeps its levels.", completion: .directory)
    var folder: String

    func run() async throws {
        guard let server = URL(string: from), server.host() != nil else {
            throw UsageError("\(from) is no address; expected one such as https://levels.example.com")
        }
        let library: LevelLibrary
        do throws(LevelProblem) {
            library = try LevelLibrary(
                folder: URL(filePath: folder, directoryHint: .isDirectory), shipped: URL(filePath: shipped),
                channel: channel, publicKey: publicKey, engine: engine, source: LevelServer(server))
        } catch {
            throw UsageError("\(error)")
        }
        let update = await library.update()
        let what =
            switch update {
            case .unchanged: "unchanged"
            case .running: "another update is running"
            case .updated(let bytes): "updated by \(bytes) bytes"
            case .failed(let problem): "\(problem)"
            }
        let status = library.status
        Output.print(
            "\(what); \(status.count) levels, content \(status.release)\(status.isShipped ? ", as shipped" : "")")
        if case .failed = update { throw ExitCode.failure }
    }
}
