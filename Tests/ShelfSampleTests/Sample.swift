import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfSample

/// A copy of the sample that was written at a fixed instant.
struct Sample {
    /// 2026-11-21T09:00:00Z
    static let start = Instant(milliseconds: 1_795_251_600_000)

    let configuration: Configuration

    static let standard: Sample = {
        // Without a sample no test here means anything.
        try! Sample()
    }()

    private init() throws {
        configuration = try Self.inFolder { folder in
            try SampleFiles.write(to: folder, start: Self.start)
            return try Self.load(folder, now: Self.start).configuration
        }
    }

    static func load(_ folder: String, now: Instant) throws -> LoadedConfiguration {
        try ConfigurationLoader.load(file: "\(folder)/\(SampleFiles.settings)", now: now)
    }

    /// Gives a folder that isn't there yet, and takes away what is in it afterwards.
    static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }

    func store(_ id: String) -> StoreContent {
        configuration.content.stores.first { $0.id == id }!
    }

    /// A store's offers during a day (or a number of hours) from `instant` on.
    func offers(_ store: String, from instant: Instant, hours: Int = 24, number: UInt64 = 1) throws -> [(
        Offer, Item
    )] {
        let preview = try Preview(
            rules: self.store(store).rules, catalogue: configuration.content.catalogue,
            span: instant..<instant + .hours(hours), number: number)
        return preview.offers.map { ($0, configuration.content.catalogue[$0.item]!) }
    }

    /// Of a day's first offers, the part whose item is in one of `sets`.
    func share(of sets: Set<String>, in store: String, on date: CalendarDate) throws -> Double {
        let hours = store == "bazaar" ? 4 : 24
        let offers = try offers(store, from: date.start(), hours: hours)
        return Double(offers.count { sets.contains($0.1.set) }) / Double(offers.count)
    }
}

func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate {
    CalendarDate(year: year, month: month, day: day)!
}
