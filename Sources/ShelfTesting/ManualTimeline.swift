package import ShelfEngine
package import ShelfModel
import Synchronization

/// A server's time that stands still until a test moves it.
package final class ManualTimeline: Sendable {
    private struct State {
        var nowUs: Int64
        var uncertaintyUs: Int64
        var wanderUs: Int64 = 0
    }

    private let state: Mutex<State>
    private let id: String

    package init(at instant: Instant, uncertaintyUs: Int64 = 0, id: String = "manual") {
        state = Mutex(State(nowUs: instant.milliseconds * 1000, uncertaintyUs: uncertaintyUs))
        self.id = id
    }

    package var nowUs: Int64 {
        get { state.withLock { $0.nowUs } }
        set { state.withLock { $0.nowUs = newValue } }
    }

    package var now: Instant {
        get { Instant(milliseconds: nowUs / 1000) }
        set { nowUs = newValue.milliseconds * 1000 }
    }

    package var uncertaintyUs: Int64 {
        get { state.withLock { $0.uncertaintyUs } }
        set { state.withLock { $0.uncertaintyUs = newValue } }
    }

    package var wanderUs: Int64 {
        get { state.withLock { $0.wanderUs } }
        set { state.withLock { $0.wanderUs = newValue } }
    }

    /// The timeline for a server. Its sleep never ends by itself, because tests call what would follow it.
    package var timeline: Timeline {
        Timeline(
            id: id, nowUs: { self.nowUs }, uncertaintyUs: { self.uncertaintyUs }, wanderUs: { self.wanderUs },
            sleep: { _ in try await Task.sleep(for: .seconds(1 << 30)) })
    }

    /// The timeline for a service that runs by itself: each sleep moves the time to its end. The sleep that would end
    /// after `end` is cancelled, and the service with it.
    package func hopping(until end: Instant) -> Timeline {
        Timeline(
            id: id, nowUs: { self.nowUs }, uncertaintyUs: { self.uncertaintyUs }, wanderUs: { self.wanderUs },
            sleep: { instantUs in
                guard instantUs <= end.milliseconds * 1000 else { throw CancellationError() }
                self.nowUs = max(self.nowUs, instantUs)
                await Task.yield()
            })
    }
}
