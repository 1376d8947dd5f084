package import ShelfClient
import Synchronization

/// A device's clocks that stand still until a test moves them.
package final class ManualClock: Sendable {
    private let times = Mutex<(nowUs: Int64, wallAheadUs: Int64)>((0, 0))

    package init() {}

    package var nowUs: Int64 {
        get { times.withLock { $0.nowUs } }
        set { times.withLock { $0.nowUs = newValue } }
    }

    package var wallUs: Int64 {
        get { times.withLock { $0.nowUs + $0.wallAheadUs } }
        set { times.withLock { $0.wallAheadUs = newValue - $0.nowUs } }
    }

    package var local: LocalClock {
        LocalClock(nowUs: { self.nowUs }, wallUs: { self.wallUs })
    }
}
