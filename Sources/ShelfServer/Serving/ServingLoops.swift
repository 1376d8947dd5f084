import NIOCore
import Synchronization

/// What is there once for each event loop.
final class ServingLoops: Sendable {
    private let lane: Lane
    private let hasLane: Bool
    private let streams: KeyStreams
    private let metrics: ServerMetrics
    private let loops = Mutex<[ObjectIdentifier: NIOLoopBound<ServingLoop>]>([:])

    /// - Parameter hasLane: whether what is ready is answered before the router; else the router answers everything.
    init(lane: Lane, hasLane: Bool, streams: KeyStreams, metrics: ServerMetrics) {
        self.lane = lane
        self.hasLane = hasLane
        self.streams = streams
        self.metrics = metrics
    }

    /// - Parameter eventLoop: the one that this is called on.
    func on(_ eventLoop: any EventLoop) -> ServingLoop {
        loops.withLock { loops in
            let bound = loops[ObjectIdentifier(eventLoop)] ?? make(on: eventLoop)
            loops[ObjectIdentifier(eventLoop)] = bound
            return bound.value
        }
    }

    private func make(on eventLoop: any EventLoop) -> NIOLoopBound<ServingLoop> {
        let tally = LoopTally()
        metrics.add(tally)
        let loop = ServingLoop(
            lane: hasLane ? LoopLane(lane, tally: tally) : nil, streams: streams.on(eventLoop), tally: tally)
        sweep(loop, on: eventLoop)
        return NIOLoopBound(loop, eventLoop: eventLoop)
    }

    /// Once a second, for as long as there is somebody who serves.
    private func sweep(_ loop: ServingLoop, on eventLoop: any EventLoop) {
        eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self, weak loop] in
            guard let self, let loop else { return }
            loop.sweep(nowUs: lane.timeline.nowUs())
            sweep(loop, on: eventLoop)
        }
    }
}
