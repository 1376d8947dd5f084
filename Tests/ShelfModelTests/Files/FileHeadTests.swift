import ShelfModel
import Testing

@Suite struct `A file in parts` {
    @Test(arguments: [
        (1, [0..<1]), (262_144, [0..<262_144]), (262_145, [0..<262_144, 262_144..<262_145]),
        (600_000, [0..<262_144, 262_144..<524_288, 524_288..<600_000]),
    ])
    func `has parts of 256 KiB, of which the last may be shorter`(length: Int, parts: [Range<Int>]) {
        let file = FileHead(digest: Array(repeating: 0, count: 32), length: length)
        #expect(file.parts.map(file.bytes) == parts)
    }

    @Test(arguments: [(0, 2_097_152, true), (1_071_644_672, 2_097_152, true), (1_071_644_673, 2_097_152, false)])
    func `fits as long as all files together have a gibibyte`(taken: Int64, length: Int, hasRoom: Bool) {
        let file = FileHead(digest: Array(repeating: 0, count: 32), length: length)
        #expect(FileSpace(takenBytes: taken).hasRoom(for: file) == hasRoom)
    }
}

@Suite struct `The space for files` {
    @Test(arguments: [
        (0, 0, false), (858_993_459, 79, false), (858_993_460, 80, true), (1_073_741_823, 99, true),
        (1_073_741_824, 100, true),
    ])
    func `is nearly full from 80 percent on`(taken: Int64, percent: Int, isNearlyFull: Bool) {
        let space = FileSpace(takenBytes: taken)
        #expect((space.takenPercent, space.isNearlyFull) == (percent, isNearlyFull))
    }
}
