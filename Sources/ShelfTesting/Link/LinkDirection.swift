import ShelfModel

/// Computes for one direction of a link when what is sent now arrives.
package struct LinkDirection: Sendable {
    package let shape: LinkShape
    /// When the bottleneck will have transmitted everything that was sent before.
    private var freeUs = Int64.min
    private var random: SplitMix64

    /// A link with a rate carries pieces of this size, so that a large answer arrives bit by bit.
    static let pieceBytes = 1460

    package init(_ shape: LinkShape, seed: UInt32) {
        self.shape = shape
        random = SplitMix64(seed: seed)
    }

    package mutating func arrivalUs(of bytes: Int, sentUs: Int64) -> Int64 {
        freeUs = max(freeUs, sentUs) + shape.transmissionUs(of: bytes)
        return freeUs + shape.delayUs + Int64.random(in: 0...shape.jitterUs, using: &random)
    }
}

extension LinkShape {
    fileprivate func transmissionUs(of bytes: Int) -> Int64 {
        bytesPerSecond.map { Int64(bytes) * 1_000_000 / $0 } ?? 0
    }
}
