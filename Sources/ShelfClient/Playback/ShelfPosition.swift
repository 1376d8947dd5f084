public import ShelfModel
public import ShelfWire

/// One position of the shelf, as it looks at one instant.
public struct ShelfPosition: Hashable, Sendable, Identifiable {
    /// Numbered from 0, row by row.
    public let position: Int
    /// What the position shows just now.
    public let phase: Phase
    /// What is on sale here; `nil` while the position is empty. It stays the same until another item takes its place.
    public let listing: ShelfListing?
    /// The listings of the offer that were opened within the last hour. A tap names the last.
    package var names: [ShelfListing]
    /// The item on sale; `nil` while the position is empty or sealed.
    public let card: Card?
    /// The time from the shelf's last change to the offer's end; zero while the position is empty.
    ///
    /// It stands still until the next change. A running timer subtracts the time of ``StoreModel/clock`` from
    /// ``ShelfListing/end``.
    public let timeLeft: TimeSpan
    /// How much of the listing's time had passed at the shelf's last change, in thousandths.
    ///
    /// It stands still until the next change. A running bar asks ``ShelfListing/progress(at:)`` with the time of
    /// ``StoreModel/clock``.
    public let progress: Int
    /// Whether the card appeared here less than ``tapGuard`` ago, so that a tap may be meant for the one before.
    ///
    /// Disable the button meanwhile, which VoiceOver says as well: `.disabled(position.isTapGuarded)`.
    /// ``StoreModel/buy(_:)`` refuses such a position with ``PurchaseError/changed``.
    public package(set) var isTapGuarded: Bool
    /// Whether the store has taken what stands here off sale, for good. Show that it is no longer for sale, and disable
    /// the button. ``StoreModel/buy(_:)`` refuses such a position with ``PurchaseError/withdrawn``.
    public package(set) var isWithdrawn: Bool
    /// Whether every copy of the edition of what stands here is sold. Show that, and disable the button.
    /// ``StoreModel/buy(_:)`` refuses such a position with ``PurchaseError/soldOut``. The stock of a single listing isn't
    /// told.
    public package(set) var isSoldOut: Bool

    /// For how long after a change a position takes no tap.
    public static let tapGuard = TimeSpan.milliseconds(500)

    /// What a position can show.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// No listing is known for this instant.
        case empty
        /// The first 600 ms: fade in.
        case arriving
        /// An item that can be bought.
        case onSale
        /// The last second: fade out.
        case leaving
        /// An item is on sale here, but its key has not come.
        case sealed
    }

    public var id: Int { position }

    /// For previews and tests; a store makes its own.
    public init(
        position: Int, phase: Phase, listing: ShelfListing?, card: Card?, timeLeft: TimeSpan, progress: Int,
        isTapGuarded: Bool = false, isWithdrawn: Bool = false, isSoldOut: Bool = false
    ) {
        self.position = position
        self.phase = phase
        self.listing = listing
        names = listing.map { [$0] } ?? []
        self.card = card
        self.timeLeft = timeLeft
        self.progress = progress
        self.isTapGuarded = isTapGuarded
        self.isWithdrawn = isWithdrawn
        self.isSoldOut = isSoldOut
    }

    static func empty(_ position: Int) -> ShelfPosition {
        ShelfPosition(
            position: position, phase: .empty, listing: nil, card: nil, timeLeft: .zero, progress: 0)
    }
}

/// Identifies what stands at a position and says when it is on sale. Its card says what the item is.
///
/// An offer that lasts longer than an hour is sold as several listings, one after the other. A player sees one: this
/// names the first of them that the device has opened, with the times of the whole offer.
public struct ShelfListing: Hashable, Sendable {
    /// The key chain that its card is sealed with.
    public let chain: ChainID
    /// Its slot in that chain, which is the second of its start.
    public let slot: Int
    /// Its position, counted from 0.
    public let position: Int
    /// How often it was changed after its publication.
    public let revision: Int
    /// When it begins.
    public let start: Instant
    /// When another item takes its place.
    public let end: Instant

    /// For previews and tests; a store's listings come from its windows.
    public init(chain: ChainID, slot: Int, position: Int, revision: Int, start: Instant, end: Instant) {
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.start = start
        self.end = end
    }

    /// How much of the listing's time has passed at `instant`, in thousandths, for bars that are drawn every frame.
    public func progress(at instant: Instant) -> Int {
        let gone = (instant - start).milliseconds * 1000 / (end - start).milliseconds
        return Int(min(max(gone, 0), 1000))
    }
}
