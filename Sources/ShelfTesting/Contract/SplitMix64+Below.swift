import ShelfModel

extension SplitMix64 {
    /// Draws a number from 0 to just below `bound`.
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
