package import ShelfModel
package import ShelfWire

/// Notices that keys have stopped coming, long before the stream has been silent for too long. A window says when each
/// key of its listings becomes public, so a client knows when one should be there. What happens comes in, with its
/// instant, and ``look(earliest:at:)`` says whether a key is overdue.
///
/// The first key that hasn't come counts. It is late by the least of these four times:
///
/// - since its release, by the earliest that the true time can be, so that the clock's uncertainty explains nothing;
/// - since the stream was opened, which then brings the newest key at once;
/// - since the looks began, or began anew because two were more than ``gapMs`` apart by either clock: a device that has
///   slept, or a program that was busy, hasn't taken yet what has come;
/// - since the window came that named it.
///
/// It is overdue when it is late by ``overdueMs``, or by ``unansweredMs`` while the last exchange of time stamps had no
/// answer. After that the watch of its chain rests until a key of it comes that is new and true: if a fresh stream doesn't bring what is due,
/// then the keys are missing and not the line, and the stream's silence decides.
package struct KeyWatch: Hashable, Sendable {
    package struct DueKey: Hashable, Sendable {
        package let chain: ChainID
        package let slot: Int
        /// By the server's time.
        package let release: Instant

        package init(chain: ChainID, slot: Int, release: Instant) {
            (self.chain, self.slot, self.release) = (chain, slot, release)
        }
    }

    /// A key that is late by this is overdue;
    package static let overdueMs: Int64 = 3_000
    /// and by this while the server doesn't answer either.
    package static let unansweredMs: Int64 = 1_500
    /// Looks further apart than this prove nothing.
    package static let gapMs: Int64 = 2_500

    private struct Look: Hashable {
        let localMs: Int64
        let earliest: Instant
    }

    /// The keys that haven't come, by their release.
    private var due: [DueKey] = []
    /// When the window came, by this device's clock, as the next two.
    private var windowMs: Int64 = 0
    /// When the stream was opened; `nil` while none is open.
    private var openedMs: Int64?
    /// When the looks began.
    private var watchedMs: Int64 = 0
    private var looked: Look?
    private var isUnanswered = false
    /// The chains of whose keys nothing is told until one comes.
    private var resting: Set<ChainID> = []

    package init() {}

    /// - Parameter keys: those of the listings of the window in use that aren't known.
    package mutating func take(window keys: [DueKey], at localMs: Int64) {
        due = keys.sorted { $0.release < $1.release }
        windowMs = localMs
    }

    package mutating func streamOpened(at localMs: Int64) { openedMs = localMs }

    package mutating func streamClosed() { openedMs = nil }

    /// Takes a key that is new and true, which gives all before it.
    package mutating func keyCame(_ chain: ChainID, slot: Int) {
        due.removeAll { $0.chain == chain && $0.slot <= slot }
        resting.remove(chain)
    }

    /// - Parameter isAnswered: whether an exchange of time stamps had an answer.
    package mutating func exchanged(isAnswered: Bool) { isUnanswered = !isAnswered }

    /// When the first key becomes public that hasn't come; `nil` while nobody has to look for one.
    package var nextRelease: Instant? { openedMs == nil ? nil : first?.release }

    private var first: DueKey? { due.first { !resting.contains($0.chain) } }

    /// - Parameters:
    ///   - earliest: the earliest that the true time can be.
    ///   - localMs: this device's clock.
    /// - Returns: by how many milliseconds a key is late that is overdue; `nil` while none is. It is told once.
    package mutating func look(earliest: Instant, at localMs: Int64) -> Int64? {
        let apartMs = looked.map { max(localMs - $0.localMs, (earliest - $0.earliest).milliseconds) } ?? .max
        looked = Look(localMs: localMs, earliest: earliest)
        if apartMs > Self.gapMs { watchedMs = localMs }
        guard let first, let openedMs else { return nil }
        let sinceMs = max(openedMs, watchedMs, windowMs)
        let lateMs = min((earliest - first.release).milliseconds, localMs - sinceMs)
        guard lateMs >= (isUnanswered ? Self.unansweredMs : Self.overdueMs) else { return nil }
        resting.insert(first.chain)
        return lateMs
    }
}
