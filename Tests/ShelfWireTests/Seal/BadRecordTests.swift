import ShelfModel
import ShelfWire
import Testing

/// Records that are signed with the right key and still leave the shelf in a state that can't be.
@Suite struct BadRecordTests {
    /// The refusal after the record at `index` has been changed. In the file's order they are
    /// position 0 at slot 100, 1 at 200, 1 at 300, 0 at 400, 0 at 700, 1 at 700.
    static func refusal(_ index: Int, _ change: (WindowRecord) -> WindowRecord) -> WindowError? {
        Workshop.refusal { $0.records[index] = change($0.records[index]) }
    }

    @Test func `a change that changes nothing is taken`() {
        #expect(Self.refusal(0) { $0.with() } == nil)
        #expect(Self.refusal(0) { $0.with(revision: 3) } == nil)
    }

    @Test func `a gap at the first position is refused`() {
        #expect(Self.refusal(0) { $0.with(seconds: 299) } == .records)
        #expect(Self.refusal(3) { $0.with(slot: 401) } == .records)
        #expect(Self.refusal(0) { $0.with(slot: 241, seconds: 159) } == .records)
        #expect(Self.refusal(4) { $0.with(seconds: 139) } == .records)
    }

    @Test func `the other positions may come, pause and go`() {
        #expect(Self.refusal(1) { $0.with(slot: 241, seconds: 59) } == nil)
        #expect(Self.refusal(1) { $0.with(seconds: 99) } == nil)
        #expect(Self.refusal(5) { $0.with(seconds: 1) } == nil)
        #expect(Self.refusal(1) { $0.with(seconds: 101) } == .records)
    }

    @Test func `a last position without a listing is refused`() {
        #expect(Workshop.refusal { $0.header["positions"] = 3 } == .records)
    }

    @Test func `the end of the window may be the end of the last listing`() {
        #expect(Self.refusal(4) { $0.with(seconds: 140) } == nil)
    }

    @Test func `an overlap is refused`() {
        #expect(Self.refusal(0) { $0.with(seconds: 301) } == .records)
        #expect(Self.refusal(0) { $0.with(seconds: Int(UInt32.max)) } == .records)
        #expect(Self.refusal(3) { $0.with(slot: 399) } == .records)
    }

    @Test func `two listings of one start at one position are refused`() {
        #expect(
            Workshop.refusal {
                $0.records.insert($0.records[0].with(revision: 1), at: 1)
                $0.header["count"] = 7
            } == .records)
    }

    @Test func `records out of order are refused`() {
        #expect(Workshop.refusal { $0.records.swapAt(0, 1) } == .records)
        #expect(Workshop.refusal { $0.records.swapAt(4, 5) } == .records)
        #expect(Workshop.refusal { $0.records.reverse() } == .records)
    }

    @Test(arguments: [2, 65_535])
    func `a position that the store doesn't have is refused`(position: Int) {
        #expect(Self.refusal(5) { $0.with(position: position) } == .records)
    }

    @Test(arguments: [0, 3601, Int(UInt32.max)])
    func `a slot that the chain doesn't have is refused`(slot: Int) {
        #expect(Self.refusal(slot == 0 ? 0 : 5) { $0.with(slot: slot) } == .records)
    }

    @Test func `a chain that the header doesn't have is refused`() {
        #expect(Self.refusal(5) { $0.with(chain: 1) } == .records)
        #expect(Self.refusal(5) { $0.with(chain: 65_535) } == .records)
    }

    @Test func `a listing that lasts no time is refused`() {
        #expect(Self.refusal(0) { $0.with(seconds: 0) } == .records)
    }

    @Test func `a listing that doesn't touch the window is refused`() {
        let chain = Workshop.chain(1)
        for (index, slot, seconds) in [(0, 50, 50), (6, 900, 10)] {
            let extra = Workshop.record(chain, Workshop.top(1), position: 0, slot: slot, seconds: seconds)
            let refusal = Workshop.refusal {
                $0.records.insert(extra, at: index)
                $0.header["count"] = 7
            }
            #expect(refusal == .records)
        }
    }

    @Test func `the field that must be zero must be zero`() throws {
        let file = try Workshop().file()
        let first = 12 + Int(BigEndian.read(UInt32.self, file[8...]))
        for offset in [6, 7] {
            var body = Array(file.dropLast(64))
            body[first + offset] = 1
            #expect(Workshop.refusal(of: try Workshop.signed(body)) == .records)
        }
    }
}
