/// The evidence behind a clock estimate, in numbers, for `shelflife sync` and debugging.
package struct ClockBasis: Hashable, Sendable {
    /// How many upper bounds are kept; they come from requests on their way to the server.
    package let uppers: Int
    /// How many lower bounds are kept; they come from answers on their way back, and from keys.
    package let lowers: Int
    /// By how much the rate may wander, in parts per billion.
    package let wanderPpb: Int64
    /// The rates that no bound contradicts, in parts per billion.
    package let ratesPpb: ClosedRange<Int64>
}
