/// What one event loop needs to answer by itself. All of it happens on that loop.
final class EventLoopServer {
    /// `nil` when the router answers everything.
    let lane: EventLoopLane?
    let streams: EventLoopStreams
    let counters: EventLoopCounters
    /// Runs tasks on the event loop.
    let executor: EventLoopTaskExecutor
    private var connections: [ObjectIdentifier: ConnectionHandler] = [:]

    init(lane: EventLoopLane?, streams: EventLoopStreams, counters: EventLoopCounters, executor: EventLoopTaskExecutor)
    {
        self.lane = lane
        self.streams = streams
        self.counters = counters
        self.executor = executor
    }

    func add(_ connection: ConnectionHandler) { connections[ObjectIdentifier(connection)] = connection }

    func remove(_ connection: ConnectionHandler) { connections[ObjectIdentifier(connection)] = nil }

    /// Closes every connection that has exceeded a timeout.
    func sweep(nowUs: Int64) {
        for connection in connections.values { connection.endIfOverdue(nowUs: nowUs) }
    }
}
