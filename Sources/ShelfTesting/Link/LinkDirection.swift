/// One direction of a link as arithmetic: when what is sent now arrives.
package struct LinkDirection: Sendable {
    package let shape: LinkShape
    /// When the narrowest place will have let through all that came before.
    private var freeUs = Int64.min
    private var random: SeededGenerator

    /// What a link with a rate carries in one piece, so that a large answer comes in bit by bit.
    static let pieceBytes = 1460

    package init(_ shape: LinkShape, seed: UInt32) {
        self.shape = shape
        random = SeededGenerator(seed: seed)
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
