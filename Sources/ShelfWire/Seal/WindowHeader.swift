package import ShelfModel

/// The part of a window file that everyone can read.
package struct WindowHeader: Hashable, Sendable, Codable {
    package let store: String
    /// `issuedAtMs` in whole minutes since the epoch.
    package let sequence: Int64
    /// SHA-256 of the store's window before, hexadecimal; 64 zeros for its first.
    package let previous: String
    package let issuedAtMs: Int64
    package let fromMs: Int64
    package let untilMs: Int64
    package let positions: Int
    package let columns: Int
    package let cardBytes: Int
    package let count: Int
    package let chains: [Chain]
    package let released: [ReleasedKey]

    package static let noPrevious = String(repeating: "0", count: 64)
    package static let bytesAtMost = 65_536
    package static let positionsAtMost = 65_536
    package static let cardBytesAtMost = 65_535
    package static let shortestSpan = TimeSpan.minutes(10)

    package init(
        store: String, previous: String, issuedAt: Instant, until: Instant, positions: Int, columns: Int,
        cardBytes: Int, count: Int, chains: [Chain], released: [ReleasedKey]
    ) {
        self.store = store
        sequence = Self.sequence(at: issuedAt)
        self.previous = previous
        issuedAtMs = issuedAt.milliseconds
        fromMs = issuedAt.milliseconds
        untilMs = until.milliseconds
        self.positions = positions
        self.columns = columns
        self.cardBytes = cardBytes
        self.count = count
        self.chains = chains
        self.released = released
    }

    /// The number of the window that is issued at `instant`, a whole minute.
    package static func sequence(at instant: Instant) -> Int64 { instant.milliseconds / 60_000 }

    package var issuedAt: Instant { Instant(milliseconds: issuedAtMs) }
    package var until: Instant { Instant(milliseconds: untilMs) }
    package var span: Range<Instant> { issuedAt..<until }
    package var recordBytes: Int { WindowRecord.headBytes + cardBytes + CardSize.tagBytes }

    /// Whether every value is in its range and none contradicts another.
    var isWellFormed: Bool {
        Store.isID(store) && previous.utf8.count == 64 && Hex.decode(previous) != nil && timesAreWellFormed
            && (1...Self.positionsAtMost).contains(positions) && (1...positions).contains(columns)
            && (2...Self.cardBytesAtMost).contains(cardBytes) && count >= 0
            && chainsAreWellFormed && releasedIsSound
    }

    private var timesAreWellFormed: Bool {
        (0..<1 << 52).contains(issuedAtMs) && issuedAtMs % 60_000 == 0 && sequence == Self.sequence(at: issuedAt)
            && fromMs == issuedAtMs && untilMs >= issuedAtMs + Self.shortestSpan.milliseconds && untilMs < 1 << 52
    }

    private var chainsAreWellFormed: Bool {
        (1...2).contains(chains.count) && chains.allSatisfy(\.isWellFormed)
            && zip(chains, chains.dropFirst()).allSatisfy { $0.end == $1.epoch && $0.id != $1.id }
    }

    /// For each chain of which a key is public there is its newest, and nothing else.
    private var releasedIsSound: Bool {
        let due = chains.compactMap { chain in chain.newestReleased(at: issuedAt).map { (chain.id, $0) } }
        return released.count == due.count && released.allSatisfy { ($0.key == nil) != ($0.box == nil) }
            && due.allSatisfy { id, slot in released.contains { $0.chain == id && $0.slot == slot } }
    }
}

enum CardSize {
    static let tagBytes = 16
}

package enum Store {
    /// A store id matches `[a-z0-9-]{1,32}`.
    package static func isID(_ text: some StringProtocol) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
