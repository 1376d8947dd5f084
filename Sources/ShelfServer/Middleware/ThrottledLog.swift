import Logging
import ShelfEngine
import Synchronization

/// Logs at most one line a second and says how many it left out. When requests fail for many clients at once, the
/// reason is usually the same. So it is when somebody tries tokens.
final class ThrottledLog: Sendable {
    private struct State {
        var silentUntilUs = Int64.min
        var leftOut = 0
    }

    private let timeline: Timeline
    private let state = Mutex(State())

    init(timeline: Timeline) {
        self.timeline = timeline
    }

    func error(_ message: Logger.Message, why: any Error, to logger: Logger) {
        log(.error, message, ["why": "\(why)"], to: logger)
    }

    func log(_ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata, to logger: Logger) {
        guard let leftOut = leftOut(at: timeline.nowUs()) else { return }
        logger.log(level: level, message, metadata: metadata.merging(["leftOut": "\(leftOut)"]) { $1 })
    }

    /// How many lines were left out since the last, if one may be written now.
    private func leftOut(at nowUs: Int64) -> Int? {
        state.withLock { state in
            guard nowUs >= state.silentUntilUs else {
                state.leftOut += 1
                return nil
            }
            defer { state = State(silentUntilUs: nowUs + 1_000_000) }
            return state.leftOut
        }
    }
}
