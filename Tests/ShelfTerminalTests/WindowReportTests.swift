import Foundation
import ShelfClient
import ShelfTerminal
import ShelfWire
import Testing

@Suite struct `A window laid open` {
    static let key = PublicKey("cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4")!
    static let secret = AppSecret("QJ5a11gQ3pB7GbHAVHxXudVHbnykkYGJTa3vSGpAGGI")!

    func bytes(_ name: String) throws -> [UInt8] {
        let vectors = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return Array(try Data(contentsOf: vectors.appending(path: "Vectors").appending(path: name)))
    }

    @Test func `shows its header, chains, keys and records, open or sealed`() throws {
        let report = WindowReport(try bytes("sealed.bin"), key: Self.key)
        #expect(report.failure == nil)
        let text = report.lines.joined(separator: "\n")
        for part in [
            "store      main", "sequence   30000004", "4 positions, 2 to a row", "lead 300ms", "slot 240, open",
            "⭐ Star (star, sky), 1", "sealed", "signature  right", "records passed",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(report.lines.count { $0.hasSuffix("  sealed") } > 0)
    }

    @Test func `counts positions from 1`() throws {
        let lines = WindowReport(try bytes("sealed.bin"), key: Self.key).lines
        let head = try #require(lines.firstIndex { $0.hasPrefix("position") })
        let positions = lines[(head + 1)...].prefix { !$0.isEmpty }.map { $0.split(separator: " ")[0] }
        #expect(Set(positions) == ["1", "2", "3", "4"])
    }

    @Test func `opens a prefetched store's cards only with its app secret`() throws {
        let shut = WindowReport(try bytes("prefetched.bin"), key: Self.key)
        #expect(shut.lines.contains { $0.hasSuffix(", boxed") })
        #expect(shut.lines.filter { $0.contains("  sealed") }.count > 3)
        let open = WindowReport(try bytes("prefetched.bin"), key: Self.key, secret: Self.secret)
        #expect(open.lines.contains { $0.hasSuffix(", boxed, opened") })
        #expect(open.lines.count { $0.hasSuffix("  sealed") } < shut.lines.count { $0.hasSuffix("  sealed") })
    }

    @Test func `says that nothing is proven without a key`() throws {
        let report = WindowReport(try bytes("handover-after.bin"), key: nil)
        #expect(report.failure == nil)
        #expect(report.lines.contains("signature  not checked; give --key"))
        #expect(!report.lines.last!.contains("signature"))
    }

    @Test func `names the check that fails`() throws {
        let good = try bytes("sealed.bin")
        let cases: [([UInt8], String?, WindowError)] = [
            ([], nil, .magic), (Array(good.dropLast()), nil, .signature),
            (good.dropLast() + [good.last! ^ 1], nil, .signature),
            (good, "other", .store), (Array(good.prefix(20)), nil, .headerLength),
            ([UInt8](repeating: 0, count: 5 << 20), nil, .tooLarge),
        ]
        for (bytes, store, failure) in cases {
            let report = WindowReport(bytes, key: Self.key, store: store)
            #expect(report.failure == failure)
            #expect(report.lines.last!.contains("\(failure.rawValue) FAILED"))
        }
        #expect(WindowReport(Array(good.dropLast()), key: nil).failure == .length)
    }
}

@Suite struct `A report of time exchanges` {
    func exchange(_ sentUs: Int64, roundTripUs: Int64, timeline: String = "t") -> Exchange {
        Exchange(
            sentUs: sentUs, serverReceivedUs: 1_000_000_000 + sentUs + roundTripUs / 2,
            serverSentUs: 1_000_000_000 + sentUs + roundTripUs / 2, receivedUs: sentUs + roundTripUs,
            serverUncertaintyUs: 50_000, timeline: timeline)
    }

    @Test func `gives round trip, best, offset, uncertainty and the server's own`() {
        var report = SyncReport()
        let first = report.lines(exchange(0, roundTripUs: 4000), at: 4000, wallUs: 1_000_000_000)
        #expect(first[0] == "timeline t")
        #expect(first[2].split(separator: " ") == ["4.000", "4.000", "4.000", "52.005", "0.062", "50.000"])
        let second = report.lines(exchange(10_000, roundTripUs: 8000), at: 18_000, wallUs: 1_000_018_000)
        #expect(second.count == 1)
        #expect(second[0].split(separator: " ").prefix(3) == ["8.000", "4.000", "0.000"])
        #expect(
            report.lines(exchange(20_000, roundTripUs: 10, timeline: "u"), at: 20_010, wallUs: 0)[0] == "timeline u")
        #expect(
            report.lines(exchange(20_000, roundTripUs: 10, timeline: "u"), at: 20_010, wallUs: 0).count == 1)
        #expect(report.lines(exchange(30_000, roundTripUs: -5), at: 30_000, wallUs: 0)[0].contains("can't be true"))
    }

    @Test func `says in the end what is proven, and what makes it no better`() {
        var report = SyncReport()
        #expect(report.summary(at: 0, wallUs: 0) == ["no exchange could be used; nothing is known of the time"])
        for number in 0..<5 {
            let sentUs = Int64(number) * 100_000
            _ = report.lines(exchange(sentUs, roundTripUs: 4000), at: sentUs + 4000, wallUs: 0)
        }
        let summary = report.summary(at: 500_000, wallUs: 1_000_400_000).joined(separator: "\n")
        #expect(summary.contains("in step ±53 ms"))
        #expect(summary.contains("100.000 ms behind the server"))
        #expect(summary.contains("4.000 ms; if one way takes longer, up to 2.000 ms"))
        #expect(summary.contains("5 bounds from the way there, 5 from the way back"))
        #expect(summary.contains("none"))
        #expect(report.jumped(ClockJump(byUs: -300_000, sinceUs: 500_000, noticedUs: 600_000)).contains("-300.000 ms"))
        #expect(report.summary(at: 500_000, wallUs: 0).joined().contains("about right"))
    }
}
