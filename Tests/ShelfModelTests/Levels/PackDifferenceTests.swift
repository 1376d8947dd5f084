import ShelfModel
import Testing

@Suite struct `What differs between two versions of a pack` {
    private func pack(_ ids: String, engine: Int = 1, changed: Set<Character> = []) -> Pack {
        let levels = ids.map { id in
            Level(
                id: String(id), title: "Level", author: changed.contains(id) ? "Ana" : nil, tags: [], background: nil,
                map: changed.contains(id) ? [2] : [1])
        }
        return Pack(id: "warehouse", engine: engine, levels: levels)
    }

    private func difference(_ before: Pack, _ after: Pack) -> [String] {
        PackDifference(from: before, to: after).entries.map { "\($0.level) \($0.change)" }
    }

    @Test func `is told level by level, with places from 1 on`() {
        #expect(difference(pack("abc"), pack("abc")).isEmpty)
        #expect(
            difference(pack("abcd"), pack("axcd", changed: ["c"]))
                == ["b removed(from: 2)", "x added(at: 2)", "c changed([\"author\", \"map\"])"])
        #expect(PackDifference(from: pack("a"), to: pack("a", engine: 2)).engine?.after == 2)
    }

    @Test func `names the fewest levels that moved, and none that others have shifted`() {
        #expect(difference(pack("abcdefg"), pack("xabcdefg")) == ["x added(at: 1)"])
        #expect(difference(pack("abcdefg"), pack("bcdefga")) == ["a moved(from: 1, to: 7)"])
        #expect(difference(pack("abcdefg"), pack("gabcdef")) == ["g moved(from: 7, to: 1)"])
        #expect(difference(pack("abc"), pack("cba")).count == 2)
    }
}
