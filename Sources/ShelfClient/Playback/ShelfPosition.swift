public import ShelfModel
public import ShelfWire

/// One place on the shelf, as it looks at one instant.
public struct ShelfPosition: Hashable, Sendable, Identifiable {
    /// Numbered from 0, row by row.
    public let position: Int
    public let phase: Phase
    /// What stands here, as everyone may know it; `nil` while the place is empty.
    public let listing: ShelfListing?
    /// What is inside; `nil` while the place is empty or sealed.
    public let card: Card?
    /// Until the listing ends; zero while the place is empty.
    public let timeLeft: TimeSpan
    /// How much of the listing's time has gone, in whole thousandths.
    public let progress: Int

    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Nothing is known for this instant.
        case empty
        /// The first 600 ms: fade in.
        case arriving
        case onSale
        /// The last second: fade out.
        case leaving
        /// Something is on sale here, but its key has not come.
        case sealed
    }

    public var id: Int { position }

    /// For previews and tests; a store makes its own.
    public init(
        position: Int, phase: Phase, listing: ShelfListing?, card: Card?, timeLeft: TimeSpan, progress: Int
    ) {
        self.position = position
        self.phase = phase
        self.listing = listing
        self.card = card
        self.timeLeft = timeLeft
        self.progress = progress
    }

    static func empty(_ position: Int) -> ShelfPosition {
        ShelfPosition(
            position: position, phase: .empty, listing: nil, card: nil, timeLeft: .zero, progress: 0)
    }
}

/// Names a listing and says when it is on sale; what it is stands in its card.
public struct ShelfListing: Hashable, Sendable {
    public let chain: ChainID
    public let slot: Int
    public let position: Int
    public let revision: Int
    public let start: Instant
    public let end: Instant

    public init(chain: ChainID, slot: Int, position: Int, revision: Int, start: Instant, end: Instant) {
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.start = start
        self.end = end
    }

    /// How much of its time has gone at `instant`, in whole thousandths: for bars that are drawn every frame.
    public func progress(at instant: Instant) -> Int {
        let gone = (instant - start).milliseconds * 1000 / (end - start).milliseconds
        return Int(min(max(gone, 0), 1000))
    }
}
