package import ShelfClient
import ShelfModel
import ShelfWire

/// The changes of a store as lines of text, for pipes and logs. They count positions from 1, as the page does.
package struct ChangeLog: Sendable {
    private var shown: [Int: Line] = [:]
    private var connection: StoreStatus.Connection?
    private var problem: StoreProblem?
    private var newIncarnation: Instant?
    private let most: Int
    /// How many changes of positions have been written.
    package private(set) var changes = 0

    private struct Line: Hashable {
        let listing: ShelfListing?
        let isOpen: Bool
        /// Why the card that is shown isn't sold any more; of a sealed listing that isn't known.
        let notForSale: String?
    }

    /// - Parameter most: how many changes to write before stopping.
    package init(most: Int = .max) {
        self.most = most
    }

    /// Whether as many changes have been written as were asked for.
    package var isFull: Bool { changes >= most }

    /// The lines for what is new since the last call.
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
        if let new = status.newIncarnation, new != newIncarnation { lines.append("\(time)  \(Words.beginning(new))") }
        (connection, problem) = (status.connection, status.problem)
        newIncarnation = status.newIncarnation ?? newIncarnation
        return lines
    }

    private mutating func shelfLines(_ shelf: Shelf) -> [String] {
        // What is on a position that comes back is news, as after a store was closed.
        let gone = shown.keys.filter { $0 >= shelf.positions.count }.sorted()
        for position in gone { shown[position] = nil }
        guard let now = shelf.instant else { return [] }
        // A shelf without any position is that of a closed store, which another line tells.
        return (shelf.positions.isEmpty ? [] : goneLines(gone, at: now)) + positionLines(shelf, at: now)
    }

    private mutating func goneLines(_ gone: [Int], at now: Instant) -> [String] {
        let told = gone.prefix(most - changes)
        changes += told.count
        return told.map { "\(Self.time(now))  \($0 + 1)  gone" }
    }

    private mutating func positionLines(_ shelf: Shelf, at now: Instant) -> [String] {
        shelf.positions.compactMap { position in
            let isOpen = position.card != nil
            let line = Line(
                listing: position.listing, isOpen: isOpen, notForSale: isOpen ? Words.notForSale(position) : nil)
            guard shown.updateValue(line, forKey: position.position) != line, !isFull else { return nil }
            changes += 1
            return "\(Self.time(now))  \(position.position + 1)  \(text(position))"
        }
    }

    private func text(_ position: ShelfPosition) -> String {
        guard let card = position.card else { return position.phase.rawValue }
        let name = [card.glyph, card.name].compactMap(\.self).joined(separator: " ")
        let reason = Words.notForSale(position).map { "  \($0)" } ?? ""
        return DisplayWidth.harmless("\(name)  \(card.price) \(card.currency)\(reason)")
    }

    private static func time(_ instant: Instant?) -> String {
        instant.map(Words.clock) ?? "--:--:--.---"
    }
}
