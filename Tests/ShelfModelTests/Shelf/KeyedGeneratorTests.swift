import ShelfModel
import Testing

@Suite struct KeyedGeneratorTests {
    static let key = (0..<32).map(UInt8.init)

    static func bytes(_ hex: String) -> [UInt8] {
        hex.split(separator: " ").map { UInt8($0, radix: 16)! }
    }

    @Test func `a block is that of RFC 8439, section 2.3.2`() {
        var generator = KeyedGenerator(key: Self.key, nonce: (0x0900_0000, 0x4a00_0000, 0), counter: 1)
        #expect(
            generator.bytes(64)
                == Self.bytes(
                    """
                    10 f1 e7 e4 d1 3b 59 15 50 0f dd 1f a3 20 71 c4 c7 d1 f4 c7 33 c0 68 03 04 22 aa 9a c3 d4 6c 4e \
                    d2 82 64 46 07 9f aa 09 14 c2 d7 05 d9 8b 02 a2 b5 12 9c d1 de 16 4e b9 cb d0 83 e8 a2 50 3c 4e
                    """))
    }

    @Test func `the key stream runs over its blocks as in RFC 8439, section 2.4.2`() {
        var generator = KeyedGenerator(key: Self.key, nonce: (0, 0x4a00_0000, 0), counter: 1)
        #expect(
            generator.bytes(112)
                == Self.bytes(
                    """
                    22 4f 51 f3 40 1b d9 e1 2f de 27 6f b8 63 1d ed 8c 13 1f 82 3d 2c 06 e2 7e 4f ca ec 9e f3 cf 78 \
                    8a 3b 0a a3 72 60 0a 92 b5 79 74 cd ed 2b 93 34 79 4c ba 40 c6 3e 34 cd ea 21 2c 4c f0 7d 41 b7 \
                    69 a6 74 9f 3f 63 0f 41 22 ca fe 28 ec 4d c4 7e 26 d4 34 6d 70 b9 8c 73 f3 e9 c5 3a c4 0c 59 45 \
                    39 8b 6e da 1a 83 2c 89 c1 67 ea cd 90 1d 7e 2b
                    """))
    }

    @Test func `numbers are the key stream's, eight bytes each, the lowest first`() {
        var stream = KeyedGenerator(key: Self.key, nonce: (1, 2, 3))
        var numbers = KeyedGenerator(key: Self.key, nonce: (1, 2, 3))
        for _ in 0..<20 {
            let expected = stream.bytes(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            #expect(numbers.next() == expected)
        }
    }

    @Test(arguments: [1, 2, 3, 7, 45, 196, 1000] as [UInt64])
    func `numbers below a bound are all equally likely`(bound: UInt64) {
        var generator = KeyedGenerator(key: Self.key, nonce: (4, 5, 6))
        var counts = [Int](repeating: 0, count: Int(bound))
        for _ in 0..<100_000 { counts[Int(generator.next(below: bound))] += 1 }
        let expected = [Double](repeating: 100_000 / Double(bound), count: counts.count)
        #expect(abs(ChiSquare(counts: counts, expected: expected).deviation) < 4)
    }

    /// A bound of three quarters of 2^64 shows at once when the remainder's bias is left in.
    @Test func `a huge bound is fair too`() {
        let bound = UInt64(3) << 62
        var generator = KeyedGenerator(key: Self.key, nonce: (7, 8, 9))
        var counts = [0, 0, 0]
        for _ in 0..<30000 { counts[Int(generator.next(below: bound) >> 62)] += 1 }
        #expect(ChiSquare(counts: counts, expected: [10000, 10000, 10000]).deviation < 4)
        let thirds = (0..<30000).reduce(into: [0, 0, 0]) { thirds, _ in
            thirds[Int(generator.next(below: bound) % 3)] += 1
        }
        #expect(ChiSquare(counts: thirds, expected: [10000, 10000, 10000]).deviation < 4)
    }
}
