import ShelfModel
import Testing

@Suite struct `The numbers of SplitMix64` {
    static let published: [(seed: UInt64, numbers: [UInt64])] = [
        (0, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]),
        (1_234_567, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]),
    ]

    @Test(arguments: published) func `are those of the published algorithm`(seed: UInt64, numbers: [UInt64]) {
        var random = SplitMix64(seed: seed)
        #expect((0..<3).map { _ in random.next() } == numbers)
    }
}
