package import ShelfModel

/// The header of a window file, which isn't encrypted.
package struct WindowHeader: Hashable, Sendable, Codable {
    package let store: String
    /// `issuedAtMs` in whole minutes since the epoch.
    package let sequence: Int64
    /// The SHA-256 of the store's previous window in hexadecimal; 64 zeros for the first window of an incarnation.
    package let previous: String
    /// When the window's incarnation began; `nil` in a store's first incarnation.
    package let incarnationMs: Int64?
    package let issuedAtMs: Int64
    package let fromMs: Int64
    package let untilMs: Int64
    package let positions: Int
    package let columns: Int
    package let cardBytes: Int
    package let count: Int
    package let chains: [Chain]
    package let released: [ReleasedKey]
    /// Records that are no longer for sale and whose keys are public; `nil` when there are none. Not every one must be
    /// named, since notices name them too.
    package let withdrawn: [WithdrawnPlace]?

    package static let noPrevious = String(repeating: "0", count: 64)
    package static let bytesAtMost = 65_536
    package static let positionsAtMost = 65_536
    package static let cardBytesAtLeast = 2
    package static let cardBytesAtMost = 65_535
    package static let shortestSpan = TimeSpan.minutes(10)
    /// How many withdrawn records a header names at most, so that it has room for them.
    package static let withdrawnAtMost = 2000

    package init(
        store: String, previous: String, incarnation: Instant? = nil, issuedAt: Instant, until: Instant, positions: Int,
        columns: Int,
        cardBytes: Int, count: Int, chains: [Chain], released: [ReleasedKey], withdrawn: [WithdrawnPlace] = []
    ) {
        self.store = store
        sequence = Self.sequence(at: issuedAt)
        self.previous = previous
        incarnationMs = incarnation?.milliseconds
        issuedAtMs = issuedAt.milliseconds
        fromMs = issuedAt.milliseconds
        untilMs = until.milliseconds
        self.positions = positions
        self.columns = columns
        self.cardBytes = cardBytes
        self.count = count
        self.chains = chains
        self.released = released
        self.withdrawn = withdrawn.isEmpty ? nil : Array(withdrawn.prefix(Self.withdrawnAtMost))
    }

    /// The number of the window that is issued at `instant`, a whole minute.
    package static func sequence(at instant: Instant) -> Int64 { instant.milliseconds / 60_000 }

    /// When the window with this number is issued. The number must be in ``sequences``.
    package static func issuedAt(sequence: Int64) -> Instant { Instant(milliseconds: sequence * 60_000) }

    /// The numbers that a window can have.
    package static let sequences: Range<Int64> = 0..<(1 << 52) / 60_000

    /// When the window's incarnation began. For a store's first incarnation it is an instant before all others.
    package var incarnation: Instant { incarnationMs.map(Instant.init(milliseconds:)) ?? .distantPast }

    package var issuedAt: Instant { Instant(milliseconds: issuedAtMs) }
    package var until: Instant { Instant(milliseconds: untilMs) }
    package var span: Range<Instant> { issuedAt..<until }
    package var recordBytes: Int { WindowRecord.bytes(cardBytes: cardBytes) }

    /// Whether every value is in its range and none contradicts another.
    var isWellFormed: Bool {
        StoreID.isValid(store) && previous.utf8.count == 64 && Hex.decode(previous) != nil && timesAreWellFormed
            && (1...Self.positionsAtMost).contains(positions) && (1...positions).contains(columns)
            && (Self.cardBytesAtLeast...Self.cardBytesAtMost).contains(cardBytes) && count >= 0
            && chainsAreWellFormed && releasedIsSound && withdrawnIsSound
    }

    private var timesAreWellFormed: Bool {
        (0..<1 << 52).contains(issuedAtMs) && issuedAtMs % 60_000 == 0 && sequence == Self.sequence(at: issuedAt)
            && incarnationMs.map { (0...issuedAtMs).contains($0) && $0 % 60_000 == 0 } ?? true
            && fromMs == issuedAtMs && untilMs >= issuedAtMs + Self.shortestSpan.milliseconds && untilMs < 1 << 52
    }

    private var chainsAreWellFormed: Bool {
        (1...2).contains(chains.count) && chains.allSatisfy(\.isWellFormed)
            && zip(chains, chains.dropFirst()).allSatisfy { $0.end == $1.epoch && $0.id != $1.id }
    }

    /// Whether `released` contains exactly the newest public key of each chain that has one.
    private var releasedIsSound: Bool {
        let due = chains.compactMap { chain in chain.newestReleased(at: issuedAt).map { (chain.id, $0) } }
        return released.count == due.count && released.allSatisfy { ($0.key == nil) != ($0.box == nil) }
            && due.allSatisfy { id, slot in released.contains { $0.chain == id && $0.slot == slot } }
    }

    /// Whether `withdrawn` names only places whose keys are public, so that it gives nothing sealed away.
    private var withdrawnIsSound: Bool {
        (withdrawn ?? []).allSatisfy { place in
            guard chains.indices.contains(place.chain), (0..<positions).contains(place.position) else { return false }
            let newest = chains[place.chain].newestReleased(at: issuedAt) ?? 0
            return place.slot >= 1 && place.slot <= newest
        }
    }
}
