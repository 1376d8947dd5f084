package import ShelfClient
import ShelfModel
import ShelfWire

/// What changed in a store, a line each: for pipes and logs.
package struct ChangeLog: Sendable {
    private var shown: [Int: Line] = [:]
    private var connection: StoreStatus.Connection?
    private var problem: StoreProblem?
    private let currency: String
    private let most: Int
    /// How many changes of a position have been told.
    package private(set) var changes = 0

    private struct Line: Hashable {
        let listing: ShelfListing?
        let isOpen: Bool
    }

    /// - Parameter most: after so many changes, no more are told.
    package init(currency: String, most: Int = .max) {
        self.currency = currency
        self.most = most
    }

    /// Whether as much has been told as was asked for.
    package var isFull: Bool { changes >= most }

    /// What is new since the last call.
    package mutating func lines(_ shelf: Shelf, _ status: StoreStatus) -> [String] {
        connectionLines(status) + shelfLines(shelf)
    }

    private mutating func connectionLines(_ status: StoreStatus) -> [String] {
        var lines: [String] = []
        let time = Self.time(status.clock.now)
        if connection != status.connection {
            lines.append("\(time)  \(status.connection.rawValue)  \(Words.clockState(status.clock))")
        }
        if let new = status.problem, new != problem { lines.append("\(time)  \(DisplayWidth.harmless("\(new)"))") }
        (connection, problem) = (status.connection, status.problem)
        return lines
    }

    private mutating func shelfLines(_ shelf: Shelf) -> [String] {
        guard let now = shelf.instant else { return [] }
        return shelf.positions.compactMap { position in
            let line = Line(listing: position.listing, isOpen: position.card != nil)
            guard shown.updateValue(line, forKey: position.position) != line, !isFull else { return nil }
            changes += 1
            return "\(Self.time(now))  \(position.position)  \(text(position))"
        }
    }

    private func text(_ position: ShelfPosition) -> String {
        guard let card = position.card else { return position.phase.rawValue }
        let name = [card.glyph, card.name].compactMap(\.self).joined(separator: " ")
        return DisplayWidth.harmless("\(name)  \(card.price) \(currency)")
    }

    private static func time(_ instant: Instant?) -> String {
        instant.map(Words.clock) ?? "--:--:--.---"
    }
}
