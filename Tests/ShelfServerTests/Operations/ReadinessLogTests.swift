import ShelfServer
import Testing

@Suite struct `What a log says of readiness` {
    @Test func `is each fault when it begins, and when it is over, though its numbers change`() {
        var log = ReadinessLog()
        let faults = ["degraded: 12 ms ahead", "not ready: b"]
        #expect(log.note(faults).begun == faults)
        let same = log.note(["degraded: 300 ms ahead", "not ready: b"])
        #expect(same.begun.isEmpty && same.over.isEmpty)
        let changed = log.note(["degraded: c", "not ready: b"])
        #expect(changed.begun == ["degraded: c"] && changed.over == ["degraded: 300 ms ahead"])
        #expect(log.note([]).over == ["degraded: c", "not ready: b"])
    }
}
