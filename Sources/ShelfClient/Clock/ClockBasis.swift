/// What an estimate rests on, for people who want to look.
package struct ClockBasis: Hashable, Sendable {
    /// How many bounds are kept from the ways there.
    package let uppers: Int
    /// How many bounds are kept from the ways back, and from keys.
    package let lowers: Int
    /// The smallest wander that makes them agree, in parts per billion.
    package let wanderPpb: Int64
    /// The rates that none of them contradicts, in parts per billion.
    package let ratesPpb: ClosedRange<Int64>
}
