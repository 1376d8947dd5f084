import Foundation
import ShelfTesting
import Testing

/// The judge of the runs over real sockets, on lines that are written here.
struct StepReportTests {
    @Test func `clients that show the same in time are in step, and how well is told by pairs`() {
        let report = report([client("a", laterUs: 0), client("b", laterUs: 3_000), client("c", laterUs: 10_000)])
        #expect(report.faults.isEmpty)
        #expect(report.listings == 4)
        #expect(report.gap.count == 12)
        #expect(report.gap.p50Us == 7_000)
        #expect(report.gap.worstUs == 10_000)
        #expect(
            report.lateness
                == Distribution([-260_000, -260_000, -260_000, -260_000] + Array(repeating: -250_000, count: 8)))
    }

    @Test func `a change shown twice, another order and a listing left out are faults`() {
        let (one, two) = (change(1), change(2))
        #expect(faults([one, two, one]) == ["client b showed x.1.0.0 at position 0 after x.2.0.0"])
        #expect(faults([one]).contains("client b never showed x.2.0.0"))
        #expect(faults([]).contains("client b showed nothing"))
    }

    @Test func `a listing that starts at another time for one client is a fault`() {
        #expect(faults([change(1, startMs: 11_001), change(2)]).count { $0.contains("x.1.0.0 starts at") } == 1)
    }

    @Test func `a clock outside its own bounds is a fault, one within is none`() {
        #expect(faults([change(1), change(2), clock(errorUs: 5_000, uncertaintyUs: 4_000)]).count == 1)
        #expect(faults([change(1), change(2), clock(errorUs: 5_000, uncertaintyUs: 6_000)]).isEmpty)
        #expect(faults([change(1), change(2), clock(errorUs: 300_000, uncertaintyUs: 400_000)]).count == 1)
    }

    @Test func `a client far behind is a fault, unless it was stopped or cut off`() {
        let (prompt, late) = (client("a", laterUs: 0), client("b", laterUs: 300_000))
        #expect(report([prompt, late]).faults == ["4 of 4 gaps between clients are over 250000 µs"])
        let apart = client("b", laterUs: 300_000, apart: [0...100_000_000])
        let report = report([prompt, apart])
        #expect(report.faults.isEmpty)
        #expect(report.gap.count == 0)
        #expect(report.gapApart.count == 4)
    }

    @Test func `what the machine held up counts as a gap, but is no client's fault`() {
        let stall = WitnessLine.stall(fromUs: 10_900_000, untilUs: 14_400_000)
        let late = (1...4).map { change($0, laterUs: 300_000) }
        let report = report([client("a", laterUs: 0), log("b", late + [stall])])
        #expect(report.faults.isEmpty)
        #expect(report.gap.p50Us == 300_000)
        #expect(report.gapUnhindered.count == 0)
    }

    @Test func `a change shown early is a fault of its own`() {
        let early = (1...4).map { change($0, laterUs: -251_000) }
        let faults = report([log("a", early), log("b", early)]).faults
        #expect(faults.contains("client a showed x.1.0.0 251000 µs early"))
        #expect(faults.count == 8)
    }

    @Test func `a listing whose key came late says nothing about the gap`() {
        let report = report([client("a", laterUs: 0), client("b", laterUs: 90_000, wasSealed: true)])
        #expect(report.gap.count == 0)
        #expect(report.clients.map(\.lateKeys) == [0, 4])
    }

    @Test func `what the machine's clock wandered from the server's is taken off`() {
        var wander = WanderLog()
        wander.note(0, at: 0)
        wander.note(40_000, at: 13_000_000)
        #expect(report([client("a", laterUs: 0, wander: wander)]).clockError.worstUs == 40_000)
        #expect(wander.worstUs == 40_000)
    }

    @Test func `a last line that was cut off is left out, one in between is an error`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "log")
        let line = WitnessLine.ended(atUs: 7).json + [UInt8(ascii: "\n")]
        try (line + Data("{\"ended\":{".utf8)).write(to: file)
        #expect(try WitnessLine.read(file) == [.ended(atUs: 7)])
        try (Data("{\"ended\":{\n".utf8) + line).write(to: file)
        #expect(throws: (any Error).self) { try WitnessLine.read(file) }
    }

    private func report(_ logs: [WitnessLog]) -> StepReport { StepReport(logs, boundUs: 250_000) }

    /// What is wrong with a client that says these lines, beside one that is right.
    private func faults(_ lines: [WitnessLine]) -> [String] {
        let right = [change(1), change(2)]
        return report([log("a", right), log("b", lines)]).faults
    }

    private func log(
        _ name: String, _ lines: [WitnessLine], apart: [ClosedRange<Int64>] = [], wander: WanderLog = WanderLog()
    ) -> WitnessLog {
        let frame: [WitnessLine] = [.began(pid: 1, atUs: 10_000_000), clock(errorUs: 0, uncertaintyUs: 1)]
        return WitnessLog(
            name: name, link: "", lines: frame + lines + [.ended(atUs: 20_000_000)], settlingUs: 0, apart: apart,
            wander: wander)
    }

    private func client(
        _ name: String, laterUs: Int64, wasSealed: Bool = false, apart: [ClosedRange<Int64>] = [],
        wander: WanderLog = WanderLog()
    ) -> WitnessLog {
        let changes = (1...4).map { change($0, laterUs: laterUs, wasSealed: wasSealed) }
        let keys = (1...4).map {
            WitnessLine.key(
                slot: "x.\($0)", arrivedUs: 9_750_000 + Int64($0) * 1_000_000 - (laterUs == 0 ? 10_000 : 0),
                isGreeting: false)
        }
        return log(
            name, changes + keys + [clock(errorUs: 0, uncertaintyUs: 50_000, atUs: 15_000_000)], apart: apart,
            wander: wander)
    }

    private func change(
        _ slot: Int64, startMs: Int64? = nil, laterUs: Int64 = 0, wasSealed: Bool = false
    ) -> WitnessLine {
        .change(
            listing: "x.\(slot).0.0", position: 0, startMs: startMs ?? 10_000 + slot * 1_000,
            shownUs: 10_000_000 + slot * 1_000_000 + laterUs, wasSealed: wasSealed)
    }

    private func clock(errorUs: Int64, uncertaintyUs: Int64, atUs: Int64 = 12_000_000) -> WitnessLine {
        .clock(beforeUs: atUs, readUs: atUs + errorUs, afterUs: atUs, uncertaintyUs: uncertaintyUs)
    }
}
