import NIOCore
import ShelfEngine
import Synchronization

/// The ``EventLoopServer`` of each event loop.
final class EventLoopServers: Sendable {
    private let lane: Lane
    private let hasLane: Bool
    private let streams: KeyStreams
    private let metrics: ServerMetrics
    private let loops = Mutex<[ObjectIdentifier: NIOLoopBound<EventLoopServer>]>([:])

    /// - Parameter hasLane: whether the fast lane is used; otherwise the router answers everything.
    init(lane: Lane, hasLane: Bool, streams: KeyStreams, metrics: ServerMetrics) {
        self.lane = lane
        self.hasLane = hasLane
        self.streams = streams
        self.metrics = metrics
    }

    /// - Parameter eventLoop: the one that this is called on.
    func on(_ eventLoop: any EventLoop) -> EventLoopServer {
        loops.withLock { loops in
            let bound = loops[ObjectIdentifier(eventLoop)] ?? make(on: eventLoop)
            loops[ObjectIdentifier(eventLoop)] = bound
            return bound.value
        }
    }

    private func make(on eventLoop: any EventLoop) -> NIOLoopBound<EventLoopServer> {
        let counters = EventLoopCounters()
        metrics.add(counters)
        let loop = EventLoopServer(
            lane: hasLane ? EventLoopLane(lane, counters: counters) : nil, streams: streams.on(eventLoop),
            counters: counters, executor: EventLoopTaskExecutor(eventLoop))
        sweep(loop, on: eventLoop)
        return NIOLoopBound(loop, eventLoop: eventLoop)
    }

    /// Checks for timeouts once a second while the server runs.
    private func sweep(_ loop: EventLoopServer, on eventLoop: any EventLoop) {
        eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self, weak loop] in
            guard let self, let loop else { return }
            loop.sweep(nowUs: lane.timeline.nowUs())
            sweep(loop, on: eventLoop)
        }
    }
}
