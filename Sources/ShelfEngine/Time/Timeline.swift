package import ShelfModel

/// The server's own time: microseconds since the epoch that are never stepped, and how far they can be off.
///
/// Everything else in the engine takes an instant as an argument; this is the only source of instants.
package struct Timeline: Sendable {
    /// An opaque id. When it changes, times from before and after can't be compared.
    package let id: String
    package let nowUs: @Sendable () -> Int64
    package let uncertaintyUs: @Sendable () -> Int64
    /// How far the machine's wall clock has moved away from this timeline.
    package let wanderUs: @Sendable () -> Int64
    /// Returns when `nowUs` has reached the argument.
    package let sleep: @Sendable (_ untilUs: Int64) async throws -> Void

    package init(
        id: String, nowUs: @escaping @Sendable () -> Int64, uncertaintyUs: @escaping @Sendable () -> Int64,
        wanderUs: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Int64) async throws -> Void
    ) {
        self.id = id
        self.nowUs = nowUs
        self.uncertaintyUs = uncertaintyUs
        self.wanderUs = wanderUs
        self.sleep = sleep
    }

    package var now: Instant { Self.instant(us: nowUs()) }

    /// The earliest that the true time can be. Releases are decided by it.
    package var earliest: Instant { earliest(atUs: nowUs()) }

    /// The same, for a reading of this timeline.
    package func earliest(atUs us: Int64) -> Instant { Self.instant(us: us - uncertaintyUs()) }

    /// The latest that the true time can be.
    package var latest: Instant { Self.instant(us: nowUs() + uncertaintyUs() + 999) }

    /// Sleeps until ``earliest`` has reached `instant`.
    package func sleep(until instant: Instant) async throws {
        try await sleep(instant.milliseconds * 1000 + uncertaintyUs())
    }

    private static func instant(us: Int64) -> Instant {
        Instant(milliseconds: us >= 0 ? us / 1000 : (us - 999) / 1000)
    }
}
