public import ShelfModel

/// Everything there is to draw of a store at one instant.
public struct Shelf: Hashable, Sendable {
    /// One for each position that the store has at this instant, in order; empty until the first window has come. Their
    /// number changes when a designer's change comes into effect, at the same moment on every device.
    public let positions: [ShelfPosition]
    /// How many positions to a row when drawn as a grid.
    public let columns: Int
    /// The instant that is shown; `nil` until the clock knows it.
    public let instant: Instant?
    /// When the next position changes its phase; `nil` when no further change is known.
    public let nextChange: Instant?

    /// The shelf before anything is known of it.
    public static let bare = Shelf(positions: [], columns: 1, instant: nil, nextChange: nil)

    /// For previews and tests; a store makes its own.
    public init(positions: [ShelfPosition], columns: Int, instant: Instant?, nextChange: Instant?) {
        self.positions = positions
        self.columns = columns
        self.instant = instant
        self.nextChange = nextChange
    }
}
