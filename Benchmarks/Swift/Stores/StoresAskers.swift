import Foundation
import NIOCore
import NIOPosix
import ShelfWire
import Synchronization

/// Connections that ask a server of many stores for one thing after another, some hundred times a second.
final class StoresAskers: Sendable {
    private struct Tally {
        var tookUs: [Int64] = []
        var slowestUs: Int64 = 0
        var slowest = ""
        var failed = 0
    }

    private let tally = Mutex(Tally())
    private let ending = Atomic(false)
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    private static let connections = 8
    private static let pauseUs: Int64 = 12_000

    init(stores: Int, port: Int) async throws {
        for number in 0..<Self.connections { try await open(number, stores: stores, port: port) }
    }

    /// Forgets what was measured so far.
    func reset() { tally.withLock { $0 = Tally() } }

    func add(to stage: inout StoresResults.Stage) {
        let tally = tally.withLock { $0 }
        let sorted = tally.tookUs.sorted()
        stage.requests = sorted.count
        stage.p99Us = sorted.isEmpty ? 0 : sorted[sorted.count * 99 / 100]
        stage.slowestUs = tally.slowestUs
        stage.slowest = tally.slowest + (tally.failed > 0 ? ", \(tally.failed) failed" : "")
    }

    func end() async throws {
        ending.store(true, ordering: .relaxed)
        try await group.shutdownGracefully()
    }

    private func open(_ number: Int, stores: Int, port: Int) async throws {
        _ = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let turn = NIOLoopBoundBox((count: number, kind: ""), eventLoop: channel.eventLoop)
                    let customer = RushCustomer(
                        next: { self.next(turn, stores: stores) },
                        answered: { status, tookUs in self.note(status, tookUs, turn.value.kind) })
                    try channel.pipeline.syncOperations.addHandler(customer)
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    private func next(
        _ turn: NIOLoopBoundBox<(count: Int, kind: String)>, stores: Int
    ) -> (request: ByteBuffer, dueUs: Int64)? {
        guard !ending.load(ordering: .relaxed) else { return nil }
        turn.value.count += 1
        let store = "bazaar-\(Int.random(in: 0..<stores))"
        let (kind, request): (String, ByteBuffer) =
            switch turn.value.count % 8 {
            case 0: ("sign-in", Self.signIn())
            case 1: ("stores", Self.get(.stores))
            case 2, 3: ("time", Self.get(.time))
            default: ("window", Self.get(.window(store: store)))
            }
        turn.value.kind = kind
        return (request, TrueTime.nowUs() + Self.pauseUs)
    }

    private func note(_ status: Int, _ tookUs: Int64, _ kind: String) {
        tally.withLock { tally in
            tally.tookUs.append(tookUs)
            if status != 200 { tally.failed += 1 }
            guard tookUs > tally.slowestUs else { return }
            (tally.slowestUs, tally.slowest) = (tookUs, kind)
        }
    }

    private static func get(_ target: RequestTarget) -> ByteBuffer {
        ByteBuffer(string: "GET \(target.path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    }

    /// Somebody new, who waits for the database.
    private static func signIn() -> ByteBuffer {
        let credential = Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) })
        let body = "{\"credential\":\"\(credential)\"}"
        return ByteBuffer(
            string:
                "POST \(RequestTarget.signIn.path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }
}
