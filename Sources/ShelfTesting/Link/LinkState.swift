import NIOCore

/// Both directions of a link, and the connections over it. Lives on the link's event loop.
final class LinkState {
    struct Closed: Error {}

    var up: LinkDirection
    var down: LinkDirection
    private(set) var cut: LinkCut?
    private var channels: [ObjectIdentifier: any Channel] = [:]
    private var lanes: [ObjectIdentifier: LinkLane] = [:]

    init(up: LinkDirection, down: LinkDirection) {
        (self.up, self.down) = (up, down)
    }

    /// Makes one connection of two.
    func join(_ client: any Channel, _ server: any Channel) throws {
        guard cut != .closed else {
            server.close(promise: nil)
            throw Closed()
        }
        try add(client, lane: LinkLane(self, \.up, to: server))
        try add(server, lane: LinkLane(self, \.down, to: client))
    }

    func forget(_ channel: any Channel) {
        channels[ObjectIdentifier(channel)] = nil
        lanes[ObjectIdentifier(channel)] = nil
    }

    func cut(_ cut: LinkCut) {
        self.cut = cut
        if cut == .closed { channels.values.forEach { $0.close(promise: nil) } }
    }

    func restore() {
        cut = nil
        lanes.values.forEach { $0.tend() }
    }

    private func add(_ channel: any Channel, lane: LinkLane) throws {
        try channel.pipeline.syncOperations.addHandler(LinkEnd(self, lane: lane))
        channels[ObjectIdentifier(channel)] = channel
        lanes[ObjectIdentifier(channel)] = lane
    }
}
