import ShelfModel
import ShelfWire

/// The listings that the store has withdrawn from sale, as far as windows and notices have said.
///
/// A withdrawal is final for its name, so the order in which they come doesn't matter, and an older window takes none
/// back.
struct WithdrawnListings: Hashable, Sendable {
    fileprivate struct Name: Hashable {
        let chain: ChainID
        let slot: Int
        let position: Int
        let revision: Int
    }

    private var names: Set<Name> = []

    /// More names than a window has listings. Whoever has the store's key can't fill the memory either.
    static let atMost = 20_000

    /// - Returns: whether it is news.
    mutating func take(_ notice: Notice) -> Bool {
        guard names.count < Self.atMost else { return false }
        return names.insert(
            Name(chain: notice.chain, slot: notice.slot, position: notice.position, revision: notice.revision)
        ).inserted
    }

    /// Takes what the window says, and forgets what was over before it.
    ///
    /// - Parameter earlier: the window that was in use, whose last listings may be shown for another moment.
    mutating func take(_ window: WindowFile, after earlier: WindowFile?) {
        let header = window.header
        let chains = Dictionary(header.chains.map { ($0.id, $0) }) { first, _ in first }
        let shown = Set((window.listings + (earlier?.listings ?? [])).map { Name($0) })
        names = names.filter { name in
            shown.contains(name) || chains[name.chain].map { $0.start(of: name.slot) >= header.issuedAt } ?? false
        }
        let places = Set(header.withdrawn ?? [])
        guard !places.isEmpty else { return }
        for listing in window.listings where places.contains(listing.record.place) { names.insert(Name(listing)) }
    }

    func contains(_ listing: ShelfListing) -> Bool {
        names.contains(
            Name(chain: listing.chain, slot: listing.slot, position: listing.position, revision: listing.revision))
    }

    /// The positions, of which those that show a withdrawn listing say so.
    func mark(_ positions: [ShelfPosition]) -> [ShelfPosition] {
        names.isEmpty
            ? positions
            : positions.map { position in
                var position = position
                position.isWithdrawn = position.listing.map(contains) ?? false
                return position
            }
    }
}

extension WithdrawnListings.Name {
    fileprivate init(_ listing: SealedListing) {
        self.init(
            chain: listing.chain, slot: listing.slot, position: listing.position, revision: listing.record.revision)
    }
}

extension WindowRecord {
    fileprivate var place: WithdrawnPlace { WithdrawnPlace(chain: chain, slot: slot, position: position) }
}
