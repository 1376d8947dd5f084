import ShelfModel
import Testing

@Suite struct RFC3339Tests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-11-21T09:00:00Z", 1_795_251_600_000),
        ("2026-11-21T09:00:00.250Z", 1_795_251_600_250), ("1969-12-31T23:59:59.999Z", -1),
        ("9999-12-31T23:59:59Z", 253_402_300_799_000),
    ])
    func `an instant is written and read back`(text: String, milliseconds: Int64) {
        #expect(RFC3339.instant(text) == Instant(milliseconds: milliseconds))
        #expect(RFC3339.text(Instant(milliseconds: milliseconds)) == text)
    }

    @Test func `an offset is taken off`() {
        #expect(RFC3339.instant("2026-11-21T10:30:00+01:30") == RFC3339.instant("2026-11-21T09:00:00Z"))
        #expect(RFC3339.instant("2026-11-21T01:00:00-08:00") == RFC3339.instant("2026-11-21T09:00:00Z"))
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T09:00:00", "2026-11-21 09:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z",
        "2026-11-21T09:00:60Z", "2026-02-29T09:00:00Z", "2026-11-21T09:00:00+15:00", "2026-11-21T09:00:00.25Z",
        "2026-11-21T09:00:00Zulu", "+026-11-21T09:00:00Z", "2026-1१-21T09:00:00Z", "2026-11-21T09:00:00.Z",
    ])
    func `anything else is no instant`(text: String) {
        #expect(RFC3339.instant(text) == nil)
    }

    @Test(arguments: ["2026-13-01", "2026-00-10", "2026-04-31", "26-04-01", "2026-4-1", "2026-04-01 ", "0000-01-01"])
    func `a day that isn't there is no date`(text: String) {
        #expect(RFC3339.date(text) == nil)
    }
}
