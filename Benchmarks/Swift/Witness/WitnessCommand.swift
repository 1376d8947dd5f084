import ShelfWire
import ArgumentParser
import Foundation
import ShelfClient
import ShelfTesting

/// `shelflife-bench witness`
struct WitnessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "witness",
        abstract: "Runs one client with a clock that is wrong, and says what it sees, in lines of JSON.",
        discussion: "The machine's wall clock stamps the lines; the server must be on this machine.")

    @Argument(help: "The server's address.")
    var url: String

    @Option(help: "The store's id.")
    var store: String

    @Option(help: "The store's public key.")
    var key: String

    @Option(name: .customLong("offset-us"), help: "How far this client's clocks are off, in microseconds.")
    var offsetUs: Int64 = 0

    @Option(name: .customLong("drift-ppb"), help: "How much too fast its clock runs, in parts per thousand million.")
    var driftPpb: Int64 = 0

    @Option(help: "How long it looks.")
    var seconds = 60

    @Option(help: "A folder where it keeps what an app keeps from one start to the next.", completion: .directory)
    var state: String?

    @MainActor func run() async throws {
        guard let server = URL(string: url) else { throw ValidationError("\(url) is no address.") }
        let writer = LineWriter()
        writer.write(.began(pid: getpid(), atUs: TrueTime.nowUs()))
        let clock = WornClock(offsetUs: offsetUs, driftPpb: driftPpb).wear()
        let transport = Transport.live(server: server, clock: clock).telling { key, isGreeting in
            writer.write(
                .key(slot: "\(key.chain).\(key.slot)", arrivedUs: TrueTime.nowUs(), isGreeting: isGreeting))
        }
        let archive = state.map { StoreArchive.folder(URL(filePath: $0, directoryHint: .isDirectory)) }
        let model = try StoreModel(
            transport: transport, store: store, publicKey: key, archive: archive ?? .none, localClock: clock)
        try await watch(model, writer)
        writer.write(.ended(atUs: TrueTime.nowUs()))
    }

    @MainActor private func watch(_ model: StoreModel, _ writer: LineWriter) async throws {
        let stalls = Task.detached { await StallWatch.watch(writer) }
        defer { stalls.cancel() }
        let observer = ShelfObserver(model, writer: writer)
        observer.observe()
        model.start()
        for _ in 0..<seconds {
            try await Task.sleep(for: .seconds(1))
            observer.readClock()
        }
        await model.stop()
    }
}
