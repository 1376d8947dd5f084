package import ShelfModel
import Synchronization

extension Card {
    /// A picture with the longest ThumbHash, so that an item fits whatever its picture becomes.
    private static let longestPicture = Picture(
        name: [UInt8](repeating: 0, count: Picture.nameBytes), thumbHash: .longest)

    /// Instants with as many digits as any before the year 2286.
    private static let anyOffer =
        Instant(milliseconds: 1_000_000_000_000)..<Instant(milliseconds: 9_999_999_999_999)

    /// How many bytes an item's card takes besides the currency's name, whatever its picture becomes.
    ///
    /// - Parameter isJoined: whether the card also says when its offer begins and ends.
    package static func bytesNeeded(_ item: Item, isJoined: Bool = false) -> Int? {
        let card = Card(
            item, picture: item.master.map { _ in longestPicture }, currency: "", offer: isJoined ? anyOffer : nil)
        return (try? WireJSON.encode(card)).map { $0.count + 2 }
    }

    /// How many bytes a currency's name takes in a card.
    package static func bytesNeeded(currency: String) -> Int {
        let quotes = 2
        return ((try? WireJSON.encode(currency)) ?? []).count - quotes
    }
}

extension StoreContent {
    /// Whether an item's card has room for when an offer begins and ends.
    package func hasRoom(for item: Item) -> Bool {
        guard let needed = Card.bytesNeeded(item, isJoined: true) else { return false }
        return needed + Card.bytesNeeded(currency: currency) <= cardBytes
    }

    /// The odds of the store's draws.
    package func odds(_ catalogue: Catalogue, editionsLeft: EditionsLeft = EditionsLeft()) -> Odds {
        // Each card is measured once: an offer asks for each of its listings.
        let measured = MeasuredCards(store: self)
        return Odds(
            rules: rules, catalogue: catalogue, editionsLeft: editionsLeft, hasRoom: measured.hasRoom(for:))
    }
}

/// Which cards of a store have room for when an offer begins and ends.
private final class MeasuredCards: Sendable {
    private let store: StoreContent
    private let known = Mutex<[Item.ID: Bool]>([:])

    init(store: StoreContent) { self.store = store }

    func hasRoom(for item: Item) -> Bool {
        if let hasRoom = known.withLock({ $0[item.id] }) { return hasRoom }
        let hasRoom = store.hasRoom(for: item)
        known.withLock { $0[item.id] = hasRoom }
        return hasRoom
    }
}
