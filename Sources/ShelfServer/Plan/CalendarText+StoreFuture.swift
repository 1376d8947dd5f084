import ShelfEngine
import ShelfModel
import ShelfWire

extension CalendarText {
    init(beginning future: StoreFuture) {
        self.init()
        add("BEGIN", "VCALENDAR")
        add("VERSION", "2.0")
        add("PRODID", "-//Shelflife//Future//EN")
        add("NAME", text: future.store.title)
        add("DESCRIPTION", text: "The store's days and times are those of \(future.store.rules.zone).")
    }

    /// Adds an event. A listing keeps its UID, so that a later download updates the event.
    mutating func add(_ entry: StoreFuture.Entry, of future: StoreFuture) {
        let position = entry.position + 1
        add("BEGIN", "VEVENT")
        add("UID", "\(future.store.id).\(position).\(entry.start.milliseconds)@\(future.publicKey)")
        add("DTSTAMP", future.askedAt.floored(to: .seconds(1)).basicText)
        add("DTSTART", entry.start.basicText)
        add("DTEND", entry.end.basicText)
        add("SUMMARY", text: "\(entry.card.name), \(entry.card.price) \(entry.card.currency), position \(position)")
        add("CATEGORIES", text: entry.card.set)
        add("STATUS", entry.isDecided ? "CONFIRMED" : "TENTATIVE")
        add("TRANSP", "TRANSPARENT")
        add("END", "VEVENT")
    }

    func ended() -> [UInt8] {
        var calendar = self
        calendar.add("END", "VCALENDAR")
        return calendar.bytes
    }
}

extension Instant {
    /// ISO 8601 in its basic format, in UTC, such as `20261121T090000Z`.
    var basicText: String {
        RFC3339.text(self).replacing("-", with: "").replacing(":", with: "")
    }
}
