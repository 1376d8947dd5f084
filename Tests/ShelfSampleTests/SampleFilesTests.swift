import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfSample
import Testing

@Suite struct SampleFilesTests {
    private let sample = Sample.standard

    @Test func `the sample has 221 collectibles in 20 sets, and 38 arrivals`() {
        let items = sample.configuration.content.catalogue.items
        let arrivals = items.filter { $0.released.instant(in: .utc) > day(2023, 1, 1).start() }
        #expect(items.count - arrivals.count == 221)
        #expect(arrivals.count == 38)
        #expect(Set(items.map(\.set)).subtracting(["new arrivals", "curiosities"]).count == 20)
    }

    @Test func `each item has a picture of its own, and all pictures together have at most 5 MB`() throws {
        let masters = sample.configuration.content.catalogue.items.map(\.master)
        #expect(!masters.contains(nil))
        #expect(Set(masters).count == masters.count)
        let pictures = try SamplePicture.all().filter { $0.path.hasPrefix("pictures/") }
        #expect(pictures.count == masters.count)
        #expect(pictures.reduce(0) { $0 + $1.bytes.count } <= 5_000_000)
    }

    @Test func `its three stores are a sealed one, a prefetched one and one for old things`() throws {
        let (main, bazaar, vintage) = (sample.store("main"), sample.store("bazaar"), sample.store("vintage"))
        #expect(sample.configuration.content.stores.map(\.id) == ["main", "bazaar", "vintage"])
        #expect([main, bazaar, vintage].map(\.rules.positions) == [12, 80, 12])
        #expect([main, bazaar, vintage].map(\.columns) == [4, 10, 4])
        #expect([main, bazaar, vintage].map(\.lead) == [.milliseconds(300), .minutes(10), .milliseconds(300)])
        #expect(Array(sample.configuration.settings.appSecrets.keys) == ["bazaar"])
        #expect(vintage.rules.choice.include.age?.over == CalendarAge(months: 6))
        #expect(vintage.rules.choice.include.sets?.isEmpty == false)
        #expect(Set(sample.configuration.content.stores.map(\.theme)).count == 3)
        #expect(sample.configuration.settings.clockUncertainty == .zero)
    }

    @Test func `its rules show every kind of weight`() {
        let rules = sample.configuration.content.stores.flatMap(\.rules.weights)
        #expect(rules.contains { $0.selector.age?.under != nil })
        #expect(rules.contains { $0.selector.age?.over != nil })
        #expect(rules.contains { $0.selector.sets != nil })
        #expect(rules.contains { $0.selector.items != nil })
        #expect(rules.contains { $0.selector.price != nil })
        #expect(rules.contains { $0.selector.editionLeft != nil })
        #expect(rules.contains { if case .outside = $0.season { true } else { false } })
        #expect(rules.contains { if case .during = $0.season { true } else { false } })
    }

    @Test func `every copy has an app secret of its own`() throws {
        let secrets = try (0..<4).map { _ in
            try Sample.inFolder { folder in
                try SampleFiles.write(to: folder, start: Sample.start)
                return try Sample.load(folder, now: Sample.start).configuration.settings.appSecrets["bazaar"]
            }
        }
        #expect(Set(secrets).count == 4)
    }

    @Test(arguments: [0, 40, 190, 400])
    func `there is nothing to correct in it, on the first day or long after`(days: Int) throws {
        try Sample.inFolder { folder in
            try SampleFiles.write(to: folder, start: Sample.start)
            #expect(try Sample.load(folder, now: Sample.start + .days(days)).warnings == [])
        }
    }

    @Test(arguments: [day(2024, 2, 29), day(2025, 8, 31), day(2026, 12, 31), day(2027, 7, 1)])
    func `it can be written on any day`(date: CalendarDate) throws {
        try Sample.inFolder { folder in
            try SampleFiles.write(to: folder, start: date.start() + .milliseconds(1))
            _ = try Sample.load(folder, now: date.start() + .milliseconds(1))
        }
    }

    @Test func `what is in the folder already is kept`() throws {
        try Sample.inFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(filePath: "\(folder)/arrivals.csv"))
            #expect(throws: SampleFiles.WriteError.self) {
                try SampleFiles.write(to: folder, start: Sample.start)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["arrivals.csv"])
            #expect(try String(contentsOfFile: "\(folder)/arrivals.csv", encoding: .utf8) == "mine")
        }
    }

    @Test func `the notice of the pictures goes with them`() throws {
        try Sample.inFolder { folder in
            try SampleFiles.write(to: folder, start: Sample.start)
            let notice = try String(contentsOfFile: "\(folder)/NOTICE", encoding: .utf8)
            #expect(notice.contains("Noto Emoji 2.051"))
            #expect(notice.contains("Licensed under the Apache License, Version 2.0."))
            #expect(notice.contains("have been modified"))
        }
    }
}
