public import ShelfModel

/// How a store fares at one moment: its clock, its connection, and what is wrong.
public struct StoreStatus: Hashable, Sendable {
    public let clock: ClockReading
    public let connection: Connection
    public let problem: StoreProblem?
    /// Until when the window at hand reaches; what is on sale then still runs to its end.
    public let windowEnd: Instant?
    /// Whether keys come one by one, so that a lost connection hides what comes next.
    public let isSealed: Bool

    public enum Connection: String, Hashable, Sendable {
        case connecting
        case live
        case offline
    }

    public static let idle = StoreStatus(
        clock: .unsynced, connection: .connecting, problem: nil, windowEnd: nil, isSealed: false)

    /// For previews and tests; a store makes its own.
    public init(
        clock: ClockReading, connection: Connection, problem: StoreProblem?, windowEnd: Instant?, isSealed: Bool
    ) {
        self.clock = clock
        self.connection = connection
        self.problem = problem
        self.windowEnd = windowEnd
        self.isSealed = isSealed
    }
}
