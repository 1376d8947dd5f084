import Foundation
import ShelfEngine
import Testing

@Suite struct `The table of copies` {
    private static let stamp = FileStamp(descriptor: open("/proc/self/exe", O_RDONLY | O_CLOEXEC))!

    private static func digest(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

    private static func digests(_ numbers: ClosedRange<UInt8>) -> [[UInt8]] { numbers.map(digest) }

    private func full() -> CopyTable {
        var table = CopyTable(most: 100)
        for number in UInt8(1)...10 { #expect(table.add(Self.digest(number), length: 10, Self.stamp) == []) }
        return table
    }

    @Test func `gives up those that were used the longest time ago, and some more than it must`() {
        var table = full()
        _ = table.use(Self.digest(1))
        #expect(table.bytes == 100)
        #expect(table.add(Self.digest(11), length: 10, Self.stamp) == Self.digests(2...4))
        #expect(table.bytes == 80 && table.has(Self.digest(1)) && !table.has(Self.digest(2)))
    }

    @Test func `keeps the one that was added, though it takes nearly all the room, and takes none that is longer`() {
        var table = full()
        #expect(table.add(Self.digest(11), length: 95, Self.stamp) == Self.digests(1...10))
        #expect(table.bytes == 95 && table.has(Self.digest(11)))
        #expect(!table.takes(Self.digest(12), length: 101))
        #expect(table.add(Self.digest(12), length: 101, Self.stamp) == nil && table.bytes == 95)
    }

    @Test func `counts a copy that is written twice once, and never takes again what was removed`() {
        var table = CopyTable(most: 100)
        for _ in 0..<2 { #expect(table.add(Self.digest(1), length: 60, Self.stamp) == []) }
        #expect(table.bytes == 60)
        #expect(table.remove(Self.digest(1)) && !table.remove(Self.digest(1)))
        #expect(table.bytes == 0 && table.add(Self.digest(1), length: 60, Self.stamp) == nil)
    }

    @Test func `of what lies in the folder keeps the latest that there is room for, as if used before all else`() {
        let found = (UInt8(1)...6).map { (digest: Self.digest($0), length: 30) }
        var (table, given) = CopyTable.fitting(found, most: 100)
        #expect(Set(given) == Set(Self.digests(1...3)) && table.bytes == 90)
        #expect(table.use(Self.digest(5))?.compared == nil)
        #expect(table.add(Self.digest(7), length: 30, Self.stamp) == [Self.digest(4), Self.digest(6)])
    }
}
