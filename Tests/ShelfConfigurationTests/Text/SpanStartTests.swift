import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct `The beginning of a span` {
    private static let zone = Zone(offset: .minutes(330))

    @Test(arguments: [
        ("2026-12-24", "2026-12-23T18:30:00Z"), ("2026-12-24T18:00", "2026-12-24T12:30:00Z"),
        ("2026-12-24T18:00:05", "2026-12-24T12:30:05Z"), ("2026-12-24T18:00:00Z", "2026-12-24T18:00:00Z"),
        ("2026-12-24T18:00:00+01:00", "2026-12-24T17:00:00Z"),
    ])
    func `is by the store's clock unless its ending says otherwise`(text: String, instant: String) throws {
        #expect(try SpanStart.instant(text, in: Self.zone) == RFC3339.instant(instant))
    }

    @Test(arguments: ["", "2026-12-24T", "2026-12-24T18", "2026-12-24T25:00", "2026-11-31T18:00", "18:00"])
    func `is refused when it is no time`(text: String) {
        #expect(throws: SpanStart.Unreadable.self) { try SpanStart.instant(text, in: Self.zone) }
    }
}
