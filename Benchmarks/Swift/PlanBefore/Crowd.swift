import NIOCore
import NIOPosix

/// Many players on one event loop, each on a connection of its own.
struct Crowd: Sendable {
    private let loop: any EventLoop
    private let server: SocketAddress
    private let log: NIOLoopBound<CrowdLog>

    /// Makes the handler of a connection.
    typealias Making = @Sendable (CrowdLog) -> any ChannelHandler

    /// - Parameter port: of the server, on this machine.
    static func gathered<Value: Sendable>(at port: Int, _ body: (Crowd) async throws -> Value) async throws -> Value {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let value = try await body(try await Crowd(on: group.next(), port: port))
            try await group.shutdownGracefully()
            return value
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    private init(on loop: any EventLoop, port: Int) async throws {
        self.loop = loop
        server = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        log = try await loop.submit { NIOLoopBound(CrowdLog(), eventLoop: loop) }.get()
    }

    /// Connects a number of players, one after the other, so that none is refused.
    func join(_ count: Int, as player: @escaping Making) async throws {
        for _ in 0..<count { _ = try await connect(player).get() }
    }

    /// Makes a number of further connections, each at a random moment in a span of the true time.
    ///
    /// - Parameter visitor: makes the handler of one that is due at an instant, in microseconds.
    func join(
        _ count: Int, withinUs span: Range<Int64>,
        as visitor: @escaping @Sendable (CrowdLog, _ dueUs: Int64) -> any ChannelHandler
    ) {
        for _ in 0..<count {
            let dueUs = Int64.random(in: span)
            loop.scheduleTask(in: .microseconds(dueUs - TrueTime.nowUs())) {
                connect({ visitor($0, dueUs) }).whenFailure { _ in log.value.tally.fail("no connection") }
            }
        }
    }

    func begin(_ changes: [ShelfChange], events: [String: [ShelfChange]] = [:]) async throws {
        try await loop.submit { log.value.tally.begin(changes, events: events) }.get()
    }

    /// - Parameter isEnough: whether the tally has what is waited for.
    /// - Returns: the tally as soon as it is enough, or as it is after a time.
    func tally(untilUs: Int64, _ isEnough: (CrowdTally) -> Bool) async throws -> CrowdTally {
        while true {
            let tally = try await loop.submit { log.value.tally }.get()
            if isEnough(tally) || TrueTime.nowUs() > untilUs { return tally }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func connect(_ player: @escaping Making) -> EventLoopFuture<any Channel> {
        ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(player(log.value))
                }
            }
            .connect(to: server)
    }
}
