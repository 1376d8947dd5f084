/// Detects a simulation whose virtual time no longer advances, and which would never end.
package struct StandstillDetector: Sendable {
    private var lastUs = Int64.min
    private var turns = 0

    /// The limit of turns at one moment. No correct simulation here reaches it.
    package static let turnsAtMost = 10_000

    package init() {}

    /// - Parameter us: the simulation's time at this turn.
    /// - Returns: whether time has stood still for too many turns.
    package mutating func isStuck(at us: Int64) -> Bool {
        turns = us == lastUs ? turns + 1 : 0
        lastUs = us
        return turns > Self.turnsAtMost
    }
}
