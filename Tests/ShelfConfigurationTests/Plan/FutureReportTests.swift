import ShelfConfiguration
import ShelfModel
import ShelfWire
import Testing

@Suite struct `A store's future as text` {
    private static let start: Int64 = 1_800_000_000_000

    private static func future(
        from: Int64 = start, nothingToShow: Int64? = nil, zone: Zone = Zone(offset: .hours(1))
    ) -> FutureAnswer {
        FutureAnswer(
            store: "main", title: "Main", currency: "coins", zone: ZoneMessage(zone),
            askedAtMs: start + 250, fromMs: from, untilMs: start + 3_600_000, keptFromMs: start - 600_000,
            decidedUntilMs: start + 720_000,
            nothingToShowMs: nothingToShow,
            listings: [
                FutureAnswer.Entry(
                    position: 3, item: "rocket", name: "Rocket", set: "space", price: 15, currency: "coins",
                    startMs: start - 30_000, endMs: start + 60_000, decided: true, planned: false),
                FutureAnswer.Entry(
                    position: 12, item: "tea", name: "Tea", set: "home", price: 150, currency: "coins",
                    startMs: start + 720_000, endMs: start + 820_000, decided: false, planned: true,
                    withdrawn: true),
            ])
    }

    @Test func `is in the store's local time, with positions as the page counts them`() {
        #expect(
            FutureReport(Self.future()).lines == [
                "Main, 2027-01-15 09:00:00 to 2027-01-15 10:00:00 (UTC+01:00): 2 listings",
                "Decided up to 2027-01-15 09:12:00. After that, as it will be if nothing changes; a sale of a limited "
                    + "edition is a change.",
                "",
                "start                end                  position  item    name    set    price  decided  planned  withdrawn",
                "2027-01-15 08:59:30  2027-01-15 09:01:00         3  rocket  Rocket  space     15  yes",
                "2027-01-15 09:12:00  2027-01-15 09:13:40        12  tea     Tea     home     150  no       yes      yes",
            ])
    }

    @Test func `names the store's zone, and tells when its clock changes on the way`() {
        let change = Zone.Change(at: Instant(milliseconds: Self.start + 600_000), offset: .hours(1))
        let zone = Zone(name: "Europe/London", first: .zero, changes: [change])
        let lines = FutureReport(Self.future(zone: zone)).lines
        #expect(lines[0] == "Main, 2027-01-15 08:00:00 to 2027-01-15 10:00:00 (Europe/London, UTC+00:00): 2 listings")
        #expect(lines.contains("The clock is put forward from 2027-01-15 08:10:00 to 2027-01-15 09:10:00 (UTC+01:00)."))
        #expect(lines.contains { $0.hasPrefix("2027-01-15 09:12:00  2027-01-15 09:13:40") })
    }

    @Test func `names the versions that come meanwhile, and when one closes the store`() {
        let future = FutureAnswer(
            store: "main", title: "Main", currency: "coins", zone: ZoneMessage(.utc), askedAtMs: Self.start,
            fromMs: Self.start, untilMs: Self.start + 3_600_000, keptFromMs: Self.start, decidedUntilMs: Self.start,
            nothingToShowMs: nil,
            coming: [FutureAnswer.Coming(version: 8, fromMs: Self.start + 60_000, drawsFromMs: Self.start + 780_000)],
            closesMs: Self.start + 1_800_000, listings: [])
        let lines = FutureReport(future).lines
        #expect(
            lines.contains(
                "Version 8 takes effect at 2027-01-15 08:01:00 and draws what starts from 2027-01-15 08:13:00 on."))
        #expect(lines.contains("The store closes at 2027-01-15 08:30:00."))
    }

    @Test func `says what may be missing, and from when on there is nothing to show`() {
        let lines = FutureReport(Self.future(from: Self.start - 3_600_000, nothingToShow: Self.start)).lines
        #expect(
            lines.contains("Listings that ended before 2027-01-15 08:50:00 may be missing: the server deletes them."))
        #expect(
            lines.last
                == "From 2027-01-15 09:00:00 on no item can be drawn: widen the store's choice, or release items before."
        )
    }
}
