public import ShelfModel

/// A reading of the clock: the server's time at one moment, and how far it can be from the true time.
///
///     let reading = store.clock.reading()
///     if let uncertainty = reading.uncertainty { label = "in step ±\(uncertainty.milliseconds) ms" }
public struct ClockReading: Hashable, Sendable {
    /// Microseconds since the epoch; meaningless while ``state`` is `unsynced`.
    public internal(set) var nowUs: Int64
    /// The true time is proven to be within this distance of ``nowUs``, in microseconds; `Int64.max` while `unsynced`.
    package internal(set) var uncertaintyUs: Int64
    /// How long ago the newest evidence came, in microseconds.
    public let ageUs: Int64
    /// The shortest round trip of the last ten minutes, in microseconds. No uncertainty below half of it can be proven.
    public let roundTripUs: Int64
    /// By how many parts per billion the server's clock runs faster than this device's.
    public let ratePpb: Int64
    private let isFromExchange: Bool
    private let isStrained: Bool

    /// How good the time is.
    public enum State: String, Hashable, Sendable {
        /// Nothing is known yet.
        case unsynced
        /// Known to worse than 100 ms.
        case coarse
        /// Known to within 100 ms, but this device's clock has been seen to run otherwise than clocks do: faster or
        /// slower than by 100 ppm, or less evenly. ``ClockReading/uncertainty`` allows for more of that.
        case strained
        /// Known to within 100 ms, from this run of the app.
        case synced
        /// Kept from before the app's last start and not yet confirmed: good enough for drawing, not for buying.
        case holdover
    }

    /// For previews and tests; a clock makes its own.
    public init(
        nowUs: Int64, uncertaintyUs: Int64, ageUs: Int64 = 0, roundTripUs: Int64 = 0, ratePpb: Int64 = 0,
        isConfirmed: Bool = true, isStrained: Bool = false
    ) {
        self.nowUs = nowUs
        self.uncertaintyUs = uncertaintyUs
        self.ageUs = ageUs
        self.roundTripUs = roundTripUs
        self.ratePpb = ratePpb
        isFromExchange = isConfirmed
        self.isStrained = isStrained
    }

    /// The reading of a clock that knows nothing.
    public static let unsynced = ClockReading(nowUs: 0, uncertaintyUs: .max)
    /// Above this uncertainty a reading is `coarse`.
    static let coarseUs: Int64 = 100_000

    /// How good the time is.
    public var state: State {
        switch uncertaintyUs {
        case .max: .unsynced
        case _ where !isFromExchange: .holdover
        case (Self.coarseUs + 1)...: .coarse
        case _ where isStrained: .strained
        default: .synced
        }
    }

    /// The true time is proven to be within this distance of ``now``, rounded up; `nil` while `unsynced`.
    public var uncertainty: TimeSpan? {
        state == .unsynced ? nil : .milliseconds(uncertaintyUs / 1000 + (uncertaintyUs % 1000 > 0 ? 1 : 0))
    }

    /// Whether the time comes from an exchange of this run: neither unknown nor kept from before.
    package var isConfirmed: Bool { state != .unsynced && state != .holdover }

    /// The instant to show; `nil` while `unsynced`.
    public var now: Instant? { state == .unsynced ? nil : Instant(flooringUs: nowUs) }

    /// The true time is not before this.
    public var earliest: Instant {
        state == .unsynced ? .distantPast : Instant(flooringUs: nowUs - uncertaintyUs)
    }

    /// The true time is not after this.
    public var latest: Instant {
        state == .unsynced ? .distantFuture : Instant(flooringUs: nowUs + uncertaintyUs + 999)
    }

    /// From the earliest to the latest; `nil` while `unsynced`.
    package var bounds: ClosedRange<Instant>? { state == .unsynced ? nil : earliest...latest }
}

extension Instant {
    /// The millisecond that contains a microsecond.
    init(flooringUs us: Int64) {
        self.init(milliseconds: us >= 0 ? us / 1000 : (us - 999) / 1000)
    }

    var us: Int64 { milliseconds * 1000 }
}
