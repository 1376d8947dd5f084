/// When the offers of a position end.
package enum OfferEnd: Hashable, Sendable {
    /// After a time that is drawn, in whole seconds.
    case shelfLife(ClosedRange<Int>)
    /// At set times.
    case changes(Changes)

    /// How many seconds an offer lasts. The first at a position may be shorter, and the clock that is put forward or
    /// back makes one an hour shorter or longer.
    package var seconds: ClosedRange<Int> {
        switch self {
        case .shelfLife(let range): range
        case .changes(let changes): changes.between
        }
    }
}

/// Some positions of a store whose offers end alike.
package struct PositionGroup: Hashable, Sendable {
    /// Counted from 0.
    package let positions: Range<Int>
    package let end: OfferEnd

    package init(positions: Range<Int>, end: OfferEnd) {
        self.positions = positions
        self.end = end
    }
}
