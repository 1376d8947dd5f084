/// Repeatable random numbers for tests (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators").
///
/// Not the generator under test, so that a fault there can't hide in its own input.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// True about once in `count` times.
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
