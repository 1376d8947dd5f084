import Logging
import ServiceLifecycle
import ShelfEngine
import ShelfModel

/// Logs what `/readyz` says when that changes, for as long as the server runs.
struct ReadinessService: NamedService {
    let readiness: Readiness
    let timeline: Timeline
    let logger: Logger

    private static let interval = TimeSpan.seconds(1)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var log = ReadinessLog()
            while !Task.isCancelled {
                // That it is about to stop stands in the log already.
                if !readiness.drain.isOn {
                    let faults = readiness.faults().map { "not ready: \($0)" }
                    let (begun, over) = log.note(faults + readiness.degradations().map { "degraded: \($0)" })
                    for fault in begun { logger.warning("\(fault)") }
                    for fault in over { logger.notice("no longer \(fault)") }
                }
                try await timeline.sleep(until: timeline.earliest + Self.interval)
            }
        }
    }
}
