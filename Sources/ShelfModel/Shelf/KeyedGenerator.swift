/// Random numbers that nobody can foresee without the key: the ChaCha20 key stream (RFC 8439, section 2.3).
///
/// Numbers below a bound are drawn here and not by the standard library, because its method may change from one
/// version to the next, and a schedule must stay the same.
package struct KeyedGenerator: Sendable {
    private var state: [UInt32]
    private var block: [UInt32] = []
    private var used = 16

    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - nonce: three words, used only once with this key.
    package init(key: [UInt8], nonce: (UInt32, UInt32, UInt32), counter: UInt32 = 0) {
        precondition(key.count == 32, "a ChaCha20 key has 32 bytes")
        let words = stride(from: 0, to: 32, by: 4).map { index in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(key[index + $1]) << (8 * UInt32($1)) }
        }
        state =
            [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574] + words + [counter, nonce.0, nonce.1, nonce.2]
    }

    package mutating func next() -> UInt64 {
        UInt64(nextWord()) | UInt64(nextWord()) << 32
    }

    /// A number in `0..<bound`, each equally likely (Lemire, "Fast Random Integer Generation in an Interval").
    package mutating func next(below bound: UInt64) -> UInt64 {
        precondition(bound > 0, "no number is below zero")
        var (high, low) = next().multipliedFullWidth(by: bound)
        if low < bound {
            let threshold = (0 &- bound) % bound
            while low < threshold { (high, low) = next().multipliedFullWidth(by: bound) }
        }
        return high
    }

    /// The next `count` bytes of the key stream.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        precondition(count % 4 == 0, "the key stream is read in words")
        return (0..<count / 4).flatMap { _ in
            let word = nextWord()
            return (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
        }
    }

    private mutating func nextWord() -> UInt32 {
        if used == 16 {
            block = Self.block(state)
            state[12] &+= 1
            used = 0
        }
        defer { used += 1 }
        return block[used]
    }

    private static func block(_ state: [UInt32]) -> [UInt32] {
        var x = state
        for _ in 0..<10 {
            quarterRound(&x, 0, 4, 8, 12)
            quarterRound(&x, 1, 5, 9, 13)
            quarterRound(&x, 2, 6, 10, 14)
            quarterRound(&x, 3, 7, 11, 15)
            quarterRound(&x, 0, 5, 10, 15)
            quarterRound(&x, 1, 6, 11, 12)
            quarterRound(&x, 2, 7, 8, 13)
            quarterRound(&x, 3, 4, 9, 14)
        }
        for index in x.indices { x[index] &+= state[index] }
        return x
    }

    private static func quarterRound(_ x: inout [UInt32], _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
        x[a] &+= x[b]
        x[d] = rotate(x[d] ^ x[a], 16)
        x[c] &+= x[d]
        x[b] = rotate(x[b] ^ x[c], 12)
        x[a] &+= x[b]
        x[d] = rotate(x[d] ^ x[a], 8)
        x[c] &+= x[d]
        x[b] = rotate(x[b] ^ x[c], 7)
    }

    private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }
}
