package import ShelfClient
package import ShelfModel
import ShelfWire

/// Times and states in words, as people read them in a terminal.
package enum Words {
    /// `12:04:31.250`, in UTC.
    package static func clock(_ instant: Instant) -> String {
        let ms = (instant - instant.floored(to: .days(1))).milliseconds
        let parts = [ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60].map { padded($0, 2) }
        return parts.joined(separator: ":") + "." + padded(ms % 1000, 3)
    }

    /// `2026-11-21 12:04:31.250`, in UTC.
    package static func moment(_ instant: Instant) -> String {
        "\(CalendarDate(instant)) \(clock(instant))"
    }

    /// `1:07`, rounded up to whole seconds as on a timer; from an hour on `5h 12m`, from two days on `12d 5h`.
    static func left(_ span: TimeSpan) -> String {
        let seconds = max(0, (span.milliseconds + 999) / 1000)
        let (minutes, hours) = (seconds / 60 % 60, seconds / 3600)
        if hours >= 48 { return "\(hours / 24)d \(hours % 24)h" }
        return hours > 0 ? "\(hours)h \(minutes)m" : "\(minutes):\(padded(seconds % 60, 2))"
    }

    /// Microseconds as milliseconds with three decimals: `-1.250`.
    package static func milliseconds(_ us: Int64) -> String {
        "\(us < 0 ? "-" : "")\(abs(us) / 1000).\(padded(abs(us) % 1000, 3))"
    }

    package static func clockState(_ reading: ClockReading) -> String {
        switch reading.state {
        case .unsynced: "setting the clock"
        case .coarse: "about right ±\(uncertainty(reading.uncertaintyUs)) ms"
        case .holdover: "from the last time ±\(uncertainty(reading.uncertaintyUs)) ms"
        case .strained: "in step ±\(uncertainty(reading.uncertaintyUs)) ms, by a clock that runs unusually"
        case .synced: "in step ±\(uncertainty(reading.uncertaintyUs)) ms"
        }
    }

    static func connection(_ status: StoreStatus) -> String {
        switch status.connection {
        case .connecting: "connecting"
        case .live: "live"
        case .offline: status.isSealed ? "offline, new items stay sealed" : "offline, going on without"
        }
    }

    /// The incarnation of a window: the store's first, or when and why it began anew.
    static func incarnation(_ header: WindowHeader) -> String {
        header.incarnationMs == nil ? "the first" : "begun anew at \(moment(header.incarnation)), after a restore"
    }

    /// The message that is shown once when a new incarnation has replaced what was shown.
    package static func beginning(_ incarnation: Instant) -> String {
        "the store began anew at \(moment(incarnation)): its server went back to a backup; what was shown before is gone"
    }

    /// What stands beside a card that isn't sold any more; `nil` for one that is.
    static func notForSale(_ position: ShelfPosition) -> String? {
        if position.isWithdrawn { return "no longer for sale" }
        return position.isSoldOut ? "sold out" : nil
    }

    static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Rounded up, so that the shown uncertainty is never too small.
    private static func uncertainty(_ us: Int64) -> String {
        us < 1000 ? "0.\((us + 99) / 100)".replacing("0.10", with: "1") : "\((us + 999) / 1000)"
    }
}
