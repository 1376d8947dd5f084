import ShelfModel
import ShelfWire
import Testing

@Suite struct `A delta between two versions of a pack` {
    private static func level(_ id: Int, map: UInt8 = 0) -> Level {
        Level(
            id: "level-\(id)", title: "Level \(id)", author: id % 2 == 0 ? "Ana" : nil, tags: ["easy", "short"],
            background: id % 3 == 0 ? "brick" : nil, map: [UInt8](repeating: map, count: id % 5))
    }

    private static func pack(_ levels: [Level], engine: Int = 1) -> Pack {
        Pack(id: "warehouse", engine: engine, levels: levels)
    }

    private static func random(_ count: Int, _ generator: inout some RandomNumberGenerator) -> Pack {
        let ids = (0..<40).shuffled(using: &generator).prefix(count)
        return pack(
            ids.map { level($0, map: UInt8.random(in: 0...1, using: &generator)) },
            engine: Int.random(in: 1...2, using: &generator))
    }

    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test func `makes of the former version exactly the new one, whatever has changed`() throws {
        var generator = Seeded(state: 34)
        for _ in 0..<300 {
            let before = Self.random(Int.random(in: 0...40, using: &generator), &generator)
            let after = Self.random(Int.random(in: 0...40, using: &generator), &generator)
            let delta = PackDelta(from: before, to: after)
            #expect(try PackDelta(bytes: delta.bytes) == delta)
            #expect(try delta.applied(to: before) == after)
            if before != after { #expect(throws: PackFault.otherRelease) { try delta.applied(to: after) } }
        }
    }

    @Test func `has one run for levels that stay beside each other`() {
        let before = (0..<500).map { Self.level($0) }
        let after = before[..<10] + [Self.level(900)] + before[10...]
        let steps = PackDelta(from: Self.pack(before), to: Self.pack(Array(after))).steps
        #expect(steps == [.keep(from: 0, count: 10), .put(Self.level(900)), .keep(from: 10, count: 490)])
    }

    @Test func `is refused with any byte changed or missing, and never makes another pack`() throws {
        let before = Self.pack((0..<6).map { Self.level($0) })
        let after = Self.pack((2..<8).map { Self.level($0, map: 1) })
        let bytes = PackDelta(from: before, to: after).bytes
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            #expect(throws: PackFault.self) { try PackDelta(bytes: changed).applied(to: before) }
            #expect(throws: PackFault.self) { try PackDelta(bytes: Array(bytes[..<place])).applied(to: before) }
        }
        #expect(throws: PackFault.unreadable) { try PackDelta(bytes: bytes + [0]) }
    }

    @Test func `that asks for more than there is, or for ever more, is refused`() {
        let before = Self.pack((0..<6).map { Self.level($0) })
        func delta(_ start: Int, _ count: Int, times: Int = 1) -> PackDelta? {
            var fields = LevelFields()
            fields.write(before.content)
            fields.write(before.content)
            fields.write(1)
            for _ in 0..<times {
                fields.write(start)
                fields.write(count)
            }
            return try? PackDelta(bytes: fields.bytes)
        }
        for (start, count) in [(0, 7), (7, 0), (6, 1), (1, .max), (.max, .max)] {
            #expect(throws: PackFault.unreadable) { try delta(start, count)?.applied(to: before) }
        }
        #expect(throws: PackFault.tooLarge) { try delta(0, 6, times: 2_000)?.applied(to: before) }
        #expect(throws: PackFault.unreadable) { try delta(0, 6, times: 2)?.applied(to: before) }
    }

    @Test func `has a level whose text changes its Unicode form only`() throws {
        func pack(_ title: String) -> Pack {
            Self.pack([Level(id: "a", title: title, author: nil, tags: [], background: nil, map: [])])
        }
        let (composed, apart) = (pack("Caf\u{E9}"), pack("Cafe\u{301}"))
        let after = try PackDelta(from: composed, to: apart).applied(to: composed)
        #expect(after.content == apart.content && after.content != composed.content)
    }

    @Test func `counts every field, its type and its length as content`() {
        let plain = Level(id: "a", title: "b", author: nil, tags: [], background: nil, map: [])
        let others = [
            Level(id: "ab", title: "", author: nil, tags: [], background: nil, map: []),
            Level(id: "a", title: "b", author: "", tags: [], background: nil, map: []),
            Level(id: "a", title: "b", author: nil, tags: ["c"], background: nil, map: []),
            Level(id: "a", title: "b", author: nil, tags: [], background: "c", map: []),
            Level(id: "a", title: "b", author: nil, tags: [], background: nil, map: [0x63]),
        ]
        let contents = ([plain] + others).map { Self.pack([$0]).content } + [Self.pack([plain], engine: 2).content]
        #expect(Set(contents).count == contents.count)
        #expect(Pack(id: "x", engine: 1, levels: [plain]).content != Self.pack([plain]).content)
    }
}
