package import Logging
import Synchronization

/// Keeps what a server logs, for tests to look at.
package final class LogRecorder: Sendable {
    private let kept = Mutex<[(level: Logger.Level, line: String)]>([])

    package init() {}

    package var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }

    /// Everything that was logged, each line with its metadata.
    package var lines: [String] { kept.withLock { $0.map(\.line) } }

    /// What was logged as a warning or worse, each line with its metadata.
    package var complaints: [String] { kept.withLock { $0.filter { $0.level >= .warning }.map(\.line) } }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            recorder.kept.withLock { $0.append((event.level, "\(event.message) \(event.metadata ?? [:])")) }
        }
    }
}
