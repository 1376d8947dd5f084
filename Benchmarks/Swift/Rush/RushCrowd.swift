import Foundation
import NIOCore
import NIOPosix
import ShelfTesting
import ShelfWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Many who buy at once.
struct RushCrowd {
    private let connections: Int
    private let ports: [Int]
    /// The players' numbers.
    let players: [Int64]
    private let tokens: [String]

    /// Signs the players in.
    ///
    /// - Parameter ports: of the servers, which share the connections.
    init(connections: Int, players: Int, ports: [Int]) async throws {
        self.connections = connections
        self.ports = ports
        let signedIn = try await Self.signIn(players: players, port: ports[0])
        self.players = signedIn.compactMap { Int64($0.player) }
        tokens = signedIn.map(\.token)
    }

    func rush(_ plan: RushPlan) async throws -> RushResult {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let tally = try await loop.submit {
            NIOLoopBound(RushTally(plan, tokens: tokens), eventLoop: loop)
        }.get()
        let before = ProcessorTime.now()
        let channels = try await open(on: loop, tally)
        for channel in channels { try await channel.closeFuture.get() }
        let usedUs = ProcessorTime.now() - before
        let result = try await loop.submit { tally.value.result(usedUs: usedUs) }.get()
        try await group.shutdownGracefully()
        return result
    }

    private func open(on loop: any EventLoop, _ tally: NIOLoopBound<RushTally>) async throws -> [any Channel] {
        var channels: [any Channel] = []
        for number in 0..<connections {
            channels.append(
                try await ClientBootstrap(group: loop)
                    .channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            let tally = tally.value
                            try channel.pipeline.syncOperations.addHandler(
                                RushCustomer(next: tally.next, answered: tally.note))
                        }
                    }
                    .connect(host: "127.0.0.1", port: ports[number % ports.count]).get())
        }
        return channels
    }

    private static func signIn(players: Int, port: Int) async throws -> [PlayerTokens] {
        var signedIn: [PlayerTokens] = []
        for number in 0..<players {
            var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)/v1/players")!)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let credential = Array("rush \(number)".utf8) + [UInt8](repeating: 7, count: 20)
            request.httpBody = Data(
                try WireJSON.encode(PlayerRequest(credential: Base64URL.encode(credential))))
            let (data, _) = try await URLSession.shared.data(for: request)
            signedIn.append(try WireJSON.decode(PlayerTokens.self, data))
        }
        return signedIn
    }
}
