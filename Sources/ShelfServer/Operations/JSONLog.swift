import Foundation
package import Logging
package import ShelfModel

/// Writes each line of the log as a JSON object with the members `time` (RFC 3339, in UTC), `level`, `label`, `message`
/// and `metadata`.
package struct JSONLog: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let now: @Sendable () -> Instant
    private let write: @Sendable (_ line: [UInt8]) -> Void

    /// - Parameters:
    ///   - now: the wall clock's time.
    ///   - write: takes a line with its end.
    package init(
        label: String, now: @escaping @Sendable () -> Instant, write: @escaping @Sendable (_ line: [UInt8]) -> Void
    ) {
        (self.label, self.now, self.write) = (label, now, write)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error.message"] = "\(error)" }
        let line = Line(
            time: RFC3339.text(now()), level: event.level.rawValue, label: label, message: "\(event.message)",
            metadata: all.mapValues(Value.init))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(line) else { return }
        write(Array(json) + Array("\n".utf8))
    }

    private struct Line: Encodable {
        let time: String
        let level: String
        let label: String
        let message: String
        let metadata: [String: Value]
    }

    private struct Value: Encodable {
        let value: Logger.MetadataValue

        func encode(to encoder: any Encoder) throws {
            switch value {
            case .string, .stringConvertible: try "\(value)".encode(to: encoder)
            case .array(let values): try values.map(Value.init).encode(to: encoder)
            case .dictionary(let values): try values.mapValues(Value.init).encode(to: encoder)
            }
        }
    }
}
