import ShelfClient
import Synchronization

/// A device's clocks that stand still until a test moves them.
final class ManualClock: Sendable {
    private let now = Mutex<Int64>(0)

    var nowUs: Int64 {
        get { now.withLock { $0 } }
        set { now.withLock { $0 = newValue } }
    }

    var local: LocalClock {
        LocalClock(nowUs: { self.nowUs }, wallUs: { self.nowUs })
    }
}
