import Foundation
import ShelfWire

/// The program serves many stores, is ended and started again: how soon it answers.
struct ColdStart {
    let stores: Int

    private static let port: UInt16 = 18_473
    private static let patienceUs: Int64 = 60_000_000
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "shelflife")

    func measure() async throws -> [StoresResults.Start] {
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "shelflife-start-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try writeShop(to: folder)
        for (name, text) in [("shelflife.yaml", settings), ("content.yaml", content)] {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        try FileManager.default.removeItem(at: folder.appending(path: "plan.yaml"))
        var starts = [try await start("all new", in: folder)]
        try await Self.awaitNextMinute(offsetUs: 5_000_000)
        // A short run, so that the running minute is published and the starts after it have nothing to sign.
        _ = try await start("", in: folder)
        for _ in 0..<3 { starts.append(try await start("again in the same minute", in: folder)) }
        for _ in 0..<2 {
            try await Self.awaitNextMinute(offsetUs: 3_000_000)
            starts.append(try await start("again a minute later", in: folder))
        }
        return starts
    }

    /// The shop that `Benchmarks/Catalogue` writes, whose stores then give way to many.
    private func writeShop(to folder: URL) throws {
        let script = "Benchmarks/Catalogue/catalogue.py"
        let writing = try run(
            ["python3", script, "--shelflife", Self.program.path, folder.path], by: URL(filePath: "/usr/bin/env"))
        writing.waitUntilExit()
        guard writing.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private func start(_ name: String, in folder: URL) async throws -> StoresResults.Start {
        let begunUs = TrueTime.nowUs()
        let process = try run([
            "serve", "--config", folder.appending(path: "shelflife.yaml").path, "--data",
            folder.appending(path: "data").path, "--port", "\(Self.port)", "--log-level", "error",
        ])
        defer { end(process) }
        try await Self.awaitAnswer(to: .time, sinceUs: begunUs)
        let firstAnswerUs = TrueTime.nowUs() - begunUs
        try await Self.awaitAnswer(to: .window(store: "bazaar-\(stores - 1)"), sinceUs: begunUs)
        let firstWindowUs = TrueTime.nowUs() - begunUs
        try await Task.sleep(for: .seconds(2))
        return StoresResults.Start(
            name: name, stores: stores, firstAnswerUs: firstAnswerUs, firstWindowUs: firstWindowUs)
    }

    private func end(_ process: Process) {
        process.terminate()
        process.waitUntilExit()
    }

    private func run(_ arguments: [String], by program: URL = Self.program) throws -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    private var settings: String {
        let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))
        return "clock: {uncertainty: 0ms}\nappSecrets:\n"
            + (0..<stores).map { "  bazaar-\($0): \(secret)\n" }.joined()
    }

    private var content: String {
        """
        title: Many stores
        catalogue:
          - emoji.csv
          - arrivals.csv
        stores:

        """ + (0..<stores).map(Self.store).joined()
    }

    /// As the bazaar of `Benchmarks/Catalogue`.
    private static func store(_ number: Int) -> String {
        """
          - id: bazaar-\(number)
            title: Bazaar \(number)
            positions: 80
            columns: 10
            lead: 10m
            shelfLife: {from: 45s, to: 4m}
            noRepeat: 10m
            currency: tokens
            weights:
              - {factor: 0.02, sets: [event, plant-other], outside: {from: 12-01, to: 12-31}}
              - {factor: 2, sets: [country-flag]}
              - {factor: 20, sets: [arrivals-new], age: {under: 1 day}}
              - {factor: 1.5, price: {to: 50}}

        """
    }

    private static func awaitNextMinute(offsetUs: Int64) async throws {
        let waitUs = 60_000_000 - TrueTime.nowUs() % 60_000_000 + offsetUs
        try await Task.sleep(for: .microseconds(waitUs))
    }

    /// Asks until it is answered 200.
    private static func awaitAnswer(to target: RequestTarget, sinceUs: Int64) async throws {
        while !isAnswered(target) {
            guard TrueTime.nowUs() - sinceUs < patienceUs else { throw CocoaError(.fileReadUnknown) }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    private static func isAnswered(_ target: RequestTarget) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return false }
        let request = Array("GET \(target.path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)
        guard send(socket, request, request.count, 0) == request.count else { return false }
        var head = [UInt8](repeating: 0, count: 12)
        return recv(socket, &head, head.count, Int32(MSG_WAITALL)) == 12
            && head.elementsEqual("HTTP/1.1 200".utf8)
    }
}
