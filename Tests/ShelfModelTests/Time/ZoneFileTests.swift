import ShelfModel
import Testing

@Suite struct `A zone's file` {
    private static let berlin = ZoneVectors["Europe/Berlin"].bytes
    /// Of version 2, without a change: only its rule counts.
    private static func file(rule: String, leaps: UInt8 = 0, version: Character = "2") -> [UInt8] {
        func header(_ leaps: UInt8) -> [UInt8] {
            let counts: [UInt8] = [0, 0, leaps, 0, 1, 4].flatMap { [0, 0, 0, $0] as [UInt8] }
            return Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15) + counts
        }
        let type: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
        return header(0) + type + header(leaps) + type + [UInt8](repeating: 0, count: Int(leaps) * 12)
            + Array("\n\(rule)\n".utf8)
    }

    private static func zone(_ rule: String) throws -> Zone { try Zone(name: "Test/Rule", ZoneFile(file(rule: rule))) }

    @Test func `is refused when it is cut anywhere, or goes on`() {
        for length in Self.berlin.indices {
            #expect(throws: ZoneFile.Fault.self) { try ZoneFile(Array(Self.berlin[..<length])) }
        }
        #expect(throws: ZoneFile.Fault.damaged) { try ZoneFile(Self.berlin + [0]) }
    }

    @Test func `is refused or read, whichever byte is another`() {
        for place in Self.berlin.indices {
            for mask in [1, 0x80, 0xFF] as [UInt8] {
                var bytes = Self.berlin
                bytes[place] ^= mask
                guard let file = try? ZoneFile(bytes) else { continue }
                _ = Zone(name: "Test/Damaged", file).instant(local: .days(20_000))
            }
        }
    }

    @Test func `is of version 2 or later, with a rule and without leap seconds`() {
        #expect(throws: Never.self) { try ZoneFile(Self.file(rule: "UTC0")) }
        #expect(throws: ZoneFile.Fault.noZoneFile) { try ZoneFile(Array("root:x:0:0".utf8)) }
        #expect(throws: ZoneFile.Fault.noRule) { try ZoneFile(Self.file(rule: "UTC0", version: "\0")) }
        #expect(throws: ZoneFile.Fault.noRule) { try ZoneFile(Self.file(rule: "")) }
        #expect(throws: ZoneFile.Fault.leapSeconds) { try ZoneFile(Self.file(rule: "UTC0", leaps: 1)) }
    }

    @Test(arguments: [
        "", "UT0", "UTC", "<UTC0", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-25", "CET-1:60", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365", "CET-1CEST,366,1",
        "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0 ", "CET-1CEST,M3.5.0,M10.5.0,M1.1.1", "UTC0\nUTC0",
    ])
    func `is refused with a rule that is none`(rule: String) {
        #expect(throws: ZoneFile.Fault.self) { try ZoneFile(Self.file(rule: rule)) }
    }

    @Test func `may begin saving time by a day of the year, with leap day or without, and a week away from it`() throws
    {
        let julian = try Self.zone("AAA3BBB,J60,J61")
        #expect(julian.change(after: at("2028-01-01")) == Zone.Change(at: at("2028-03-01", 5), offset: .hours(-2)))
        let counted = try Self.zone("AAA3BBB,59,61")
        #expect(counted.change(after: at("2028-01-01")) == Zone.Change(at: at("2028-02-29", 5), offset: .hours(-2)))
        #expect(counted.change(after: at("2029-01-01")) == Zone.Change(at: at("2029-03-01", 5), offset: .hours(-2)))
        let shifted = try Self.zone("<-02>2<-01>,M3.5.0/-1,M10.5.0/0")
        #expect(shifted.change(after: at("2026-01-01")) == Zone.Change(at: at("2026-03-29", 1), offset: .hours(-1)))
    }

    @Test func `may have saving time all year`() throws {
        let zone = try Self.zone("XXX3EDT4,0/0,J365/23")
        #expect(zone.changes.isEmpty && zone.first == .hours(-4))
        #expect(zone.change(after: at("2070-01-01")) == nil)
        #expect(zone.offset(at: at("2071-01-01", 3)) == .hours(-4))
    }
}
