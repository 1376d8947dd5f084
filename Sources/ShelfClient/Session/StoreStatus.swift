public import ShelfModel

/// The state of a store at one moment: its clock, its connection, and what is wrong.
public struct StoreStatus: Hashable, Sendable {
    /// The clock's reading at that moment.
    public let clock: ClockReading
    /// Whether the server can be reached.
    public let connection: Connection
    /// What is wrong; `nil` when nothing is.
    public let problem: StoreProblem?
    /// When the store began anew because its server was restored from a backup. What was shown before is gone.
    ///
    /// It is set from the first window of the new incarnation until the next window arrives. Tell the player once.
    public let newIncarnation: Instant?
    /// The end of the window at hand. Listings that are on sale then still run to their ends.
    public let windowEnd: Instant?
    /// Whether keys come one by one, so that new items can't be shown while the connection is lost.
    public let isSealed: Bool
    /// Whether the store sells nothing for a while, though it goes on showing its listings. Draw its buttons so that
    /// nobody taps them; ``StoreModel/buy(_:)`` throws ``PurchaseError/paused``.
    public let isPaused: Bool

    /// Whether the server can be reached.
    public enum Connection: String, Hashable, Sendable {
        /// The first connection isn't there yet.
        case connecting
        /// Keys and news arrive as they are made.
        case live
        /// The connection is lost; it is tried again by itself.
        case offline
    }

    /// The status of a store that was never started.
    public static let idle = StoreStatus(
        clock: .unsynced, connection: .connecting, problem: nil, windowEnd: nil, isSealed: false)

    /// For previews and tests; a store makes its own.
    public init(
        clock: ClockReading, connection: Connection, problem: StoreProblem?, windowEnd: Instant?, isSealed: Bool,
        newIncarnation: Instant? = nil, isPaused: Bool = false
    ) {
        self.clock = clock
        self.connection = connection
        self.problem = problem
        self.newIncarnation = newIncarnation
        self.windowEnd = windowEnd
        self.isSealed = isSealed
        self.isPaused = isPaused
    }
}
