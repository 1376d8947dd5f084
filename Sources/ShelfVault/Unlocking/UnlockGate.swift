package import ShelfModel

/// Judges whether a passphrase may be tried now: one at a time, and after a wrong one only when some time has passed.
///
/// The wait doubles with each wrong passphrase, and a right one sets it back.
package struct UnlockGate: Hashable, Sendable {
    package static let firstWait = TimeSpan.seconds(1)
    package static let longestWait = TimeSpan.minutes(10)

    package enum Ruling: Hashable, Sendable {
        /// The try has begun, and ``end(_:at:)`` must follow.
        case `try`
        /// Another try hasn't ended yet.
        case busy
        /// The time until the next try may begin.
        case wait(TimeSpan)
    }

    package enum End: Hashable, Sendable {
        case right
        case wrong
        /// Whether the passphrase was right isn't known, such as when the vault's file couldn't be read.
        case unknown
    }

    private var isBusy = false
    private var opening: Instant?
    private var nextWait = firstWait

    package init() {}

    /// Asks to begin a try.
    package mutating func begin(at now: Instant) -> Ruling {
        if isBusy { return .busy }
        if let opening, now < opening { return .wait(opening - now) }
        isBusy = true
        return .try
    }

    /// Ends the try that has begun. The wait after a wrong passphrase is counted from here.
    ///
    /// - Returns: the time until the next try may begin.
    @discardableResult
    package mutating func end(_ end: End, at now: Instant) -> TimeSpan {
        isBusy = false
        switch end {
        case .right: self = UnlockGate()
        case .unknown: break
        case .wrong:
            defer { nextWait = min(nextWait + nextWait, Self.longestWait) }
            opening = now + nextWait
            return nextWait
        }
        return .zero
    }
}
