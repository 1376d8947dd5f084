import ShelfClient
import ShelfModel

/// A time that only a test moves. The device's clocks and the server's show the same.
final class VirtualClock: Sendable {
    private let us: WatchedValue<Int64>

    init(at start: Instant) {
        us = WatchedValue(start.milliseconds * 1000)
    }

    var now: Instant { Instant(milliseconds: us.value / 1000) }

    func advance(by span: TimeSpan) { us.value += span.milliseconds * 1000 }

    /// The device's clocks.
    var local: LocalClock {
        LocalClock(
            nowUs: { self.us.value }, wallUs: { self.us.value },
            sleep: { untilUs in try await self.us.wait { $0 >= untilUs } })
    }

    /// What the device knows of the time after it has asked a server at no distance.
    var estimate: ClockEstimate {
        let nowUs = us.value
        let exchange = Exchange(
            sentUs: nowUs, serverReceivedUs: nowUs, serverSentUs: nowUs, receivedUs: nowUs, serverUncertaintyUs: 0,
            timeline: "virtual")
        var estimate = ClockEstimate()
        estimate.add(exchange, at: nowUs)
        return estimate
    }
}
