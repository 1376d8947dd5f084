import Foundation
import NIOCore
import NIOPosix
import ShelfTesting
import Synchronization

/// A proxy before PostgreSQL that breaks connections at a message of the protocol
/// (PostgreSQL's manual, "Message Formats").
final class CuttingProxy: Sendable {
    enum Sender: Sendable, CaseIterable {
        case client, server
    }

    private let folder: TemporaryFolder
    private let plan = CutPlan()
    private let listener: any Channel

    private static let socket = ".s.PGSQL.5432"

    /// - Parameter cluster: the folder with PostgreSQL's socket.
    init(to cluster: String) async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { [plan] client in
                ClientBootstrap(group: client.eventLoop)
                    .connect(unixDomainSocketPath: "\(cluster)/\(Self.socket)")
                    .flatMapThrowing { server in
                        try client.pipeline.syncOperations.addHandler(Gate(from: .client, to: server, plan))
                        try server.pipeline.syncOperations.addHandler(Gate(from: .server, to: client, plan))
                    }
            }
            .bind(unixDomainSocketPath: folder.file(Self.socket)).get()
    }

    /// An address of the cluster, through this proxy.
    func address(of address: [String: String]) -> [String: String] {
        address.merging(["host": folder.url.path]) { $1 }
    }

    /// Breaks as many connections as there are numbers: each before the sender's next message after that number.
    func cut(before passing: [Int], from sender: Sender) {
        plan.cut(before: passing, from: sender)
    }

    /// - Returns: how many connections were broken.
    func stopCutting() -> Int { plan.stop() }

    func close() async throws { try await listener.close() }
}

/// Which messages break their connections.
private final class CutPlan: Sendable {
    private struct State {
        let sender: CuttingProxy.Sender
        /// How many messages of the sender pass before each of the connections is broken.
        var passing: [Int]
        var passed = 0
        var cuts = 0
    }

    private let state = Mutex<State?>(nil)

    func cut(before passing: [Int], from sender: CuttingProxy.Sender) {
        state.withLock { $0 = State(sender: sender, passing: passing) }
    }

    func stop() -> Int {
        state.withLock { state in
            defer { state = nil }
            return state?.cuts ?? 0
        }
    }

    func passes(from sender: CuttingProxy.Sender) -> Bool {
        state.withLock { state in
            guard var now = state, now.sender == sender, let passing = now.passing.first else { return true }
            let isCut = now.passed == passing
            if isCut { now.passing.removeFirst() }
            now.passed = isCut ? 0 : now.passed + 1
            now.cuts += isCut ? 1 : 0
            state = now
            return !isCut
        }
    }
}

/// Passes messages on to the other side.
private final class Gate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    /// Whether the next message is the first of a client, which has no letter before its length.
    private var isStartup: Bool
    private let sender: CuttingProxy.Sender
    private let plan: CutPlan
    private var unread = ByteBuffer()

    init(from sender: CuttingProxy.Sender, to other: any Channel, _ plan: CutPlan) {
        (self.sender, self.other, self.plan) = (sender, other, plan)
        isStartup = sender == .client
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unread.writeImmutableBuffer(unwrapInboundIn(data))
        while let message = nextMessage() {
            guard plan.passes(from: sender) else {
                other.close(promise: nil)
                return context.close(promise: nil)
            }
            other.writeAndFlush(message, promise: nil)
        }
        unread.discardReadBytes()
    }

    private func nextMessage() -> ByteBuffer? {
        let letter = isStartup ? 0 : 1
        guard let length: Int32 = unread.getInteger(at: unread.readerIndex + letter),
            let message = unread.readSlice(length: letter + Int(length))
        else { return nil }
        isStartup = false
        return message
    }

    func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
