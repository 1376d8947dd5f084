package import ShelfModel

/// A store's zone, as far as its changes are known.
package struct ZoneMessage: Hashable, Sendable, Codable {
    /// Such as `Europe/Berlin`, or `UTC+05:30` for a fixed offset.
    package let name: String
    /// Local time minus UTC before the first change.
    package let offsetMs: Int64
    /// In order. After the last the offset is taken to stay.
    package let changes: [Change]

    package struct Change: Hashable, Sendable, Codable {
        package let atMs: Int64
        /// Local time minus UTC from then on.
        package let offsetMs: Int64

        package init(atMs: Int64, offsetMs: Int64) {
            (self.atMs, self.offsetMs) = (atMs, offsetMs)
        }
    }

    package init(name: String, offsetMs: Int64, changes: [Change] = []) {
        (self.name, self.offsetMs, self.changes) = (name, offsetMs, changes)
    }

    package init(_ zone: Zone) {
        self.init(
            name: "\(zone)", offsetMs: zone.first.milliseconds,
            changes: zone.changes.map { Change(atMs: $0.at.milliseconds, offsetMs: $0.offset.milliseconds) })
    }

    package var zone: Zone {
        let fixed = Zone(offset: .milliseconds(offsetMs))
        return Zone(
            name: name == "\(fixed)" ? nil : name, first: fixed.first,
            changes: changes.map {
                Zone.Change(at: Instant(milliseconds: $0.atMs), offset: .milliseconds($0.offsetMs))
            })
    }
}
