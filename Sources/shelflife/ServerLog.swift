import ArgumentParser
import Foundation
import Logging
import ShelfServer
import Synchronization

/// How much a server logs to standard error, and in which form.
struct ServerLog {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json
    }

    let level: Logger.Level
    var format = Format.text

    var logger: Logger {
        var logger = Logger(label: "shelflife") { label -> any LogHandler in
            switch format {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLog(label: label, now: WallClock.now, write: Self.write)
            }
        }
        logger.logLevel = level
        return logger
    }

    private static let turn = Mutex(())

    /// Writes a whole line before the next. A server goes on when nobody reads what it says.
    private static func write(_ line: [UInt8]) {
        turn.withLock { _ in
            var rest = line[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
                guard count >= 0 || errno == EINTR else { return }
                rest = rest.dropFirst(max(count, 0))
            }
        }
    }
}
