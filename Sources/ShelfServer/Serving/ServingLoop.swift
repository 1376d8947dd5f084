/// What one event loop needs to answer by itself. All of it happens on that loop.
final class ServingLoop {
    /// `nil` when the router answers everything.
    let lane: LoopLane?
    let streams: LoopStreams
    let tally: LoopTally
    private var connections: [ObjectIdentifier: ConnectionHandler] = [:]

    init(lane: LoopLane?, streams: LoopStreams, tally: LoopTally) {
        self.lane = lane
        self.streams = streams
        self.tally = tally
    }

    func add(_ connection: ConnectionHandler) { connections[ObjectIdentifier(connection)] = connection }

    func remove(_ connection: ConnectionHandler) { connections[ObjectIdentifier(connection)] = nil }

    /// Ends every connection that has taken too long.
    func sweep(nowUs: Int64) {
        for connection in connections.values { connection.endIfOverdue(nowUs: nowUs) }
    }
}
