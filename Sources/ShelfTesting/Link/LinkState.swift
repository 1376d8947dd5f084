import NIOCore

/// Both directions of a link, and the connections over it. It is used only on the link's event loop.
final class LinkState {
    struct Closed: Error {}

    var up: LinkDirection
    var down: LinkDirection
    private(set) var cut: LinkCut?
    private var channels: [ObjectIdentifier: any Channel] = [:]
    private var queues: [ObjectIdentifier: LinkQueue] = [:]

    init(up: LinkDirection, down: LinkDirection) {
        (self.up, self.down) = (up, down)
    }

    /// Joins a client's connection and one to the server into one over the link.
    func join(_ client: any Channel, _ server: any Channel) throws {
        guard cut != .closed else {
            server.close(promise: nil)
            throw Closed()
        }
        try add(client, queue: LinkQueue(self, \.up, to: server))
        try add(server, queue: LinkQueue(self, \.down, to: client))
    }

    func forget(_ channel: any Channel) {
        channels[ObjectIdentifier(channel)] = nil
        queues[ObjectIdentifier(channel)] = nil
    }

    func cut(_ cut: LinkCut) {
        self.cut = cut
        if cut == .closed { channels.values.forEach { $0.close(promise: nil) } }
    }

    func restore() {
        cut = nil
        queues.values.forEach { $0.tend() }
    }

    private func add(_ channel: any Channel, queue: LinkQueue) throws {
        try channel.pipeline.syncOperations.addHandler(LinkEnd(self, queue: queue))
        channels[ObjectIdentifier(channel)] = channel
        queues[ObjectIdentifier(channel)] = queue
    }
}
