import Foundation
import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct `Where zones come from` {
    private static let items = "id,name,set,released,price\nlamp,Lamp,home,2020-01-01,5\nvase,Vase,home,2020-01-01,5\n"

    private static func content(
        _ store: String, _ zones: ZoneSource = .system
    ) throws(ConfigurationProblems) -> Content {
        let yaml = "catalogue: [items.csv]\nstores:\n  - {id: main, positions: 1\(store)}\n"
        let files = [
            ContentFile(path: "content.yaml", bytes: Array(yaml.utf8)),
            ContentFile(path: "items.csv", bytes: Array(items.utf8)),
        ]
        return try ConfigurationLoader.content(files, zones: zones, now: .testNow).content
    }

    private static func problems(_ store: String, _ zones: ZoneSource) -> [String] {
        do throws(ConfigurationProblems) {
            _ = try content(store, zones)
            return []
        } catch {
            return error.problems.map { "\($0)" }
        }
    }

    @Test func `a store without a zone has UTC, and one with an offset has that all year`() throws {
        #expect(try Self.content("").stores[0].rules.zone == .utc)
        let fixed = try Self.content(", offset: \"+05:30\"")
        #expect(fixed.stores[0].rules.zone == Zone(offset: .minutes(330)))
        #expect(fixed.zones.isEmpty)
    }

    @Test func `a time zone is read from the system's files, and is what a version has to keep`() throws {
        let content = try Self.content(", timeZone: Europe/Berlin")
        let zone = content.stores[0].rules.zone
        #expect(zone.name == "Europe/Berlin")
        #expect(zone.offset(at: RFC3339.instant("2026-03-29T00:59:59Z")!) == .hours(1))
        #expect(zone.offset(at: RFC3339.instant("2026-03-29T01:00:00Z")!) == .hours(2))
        #expect(content.zones == [zone])
    }

    @Test func `what a version keeps is taken where the machine has other files, or none`() throws {
        let kept = Zone(name: "Europe/Berlin", first: .hours(3), changes: [])
        let content = try Self.content(", timeZone: Europe/Berlin", .kept([kept]))
        #expect(content.stores[0].rules.zone == kept)
        let missing = Self.problems(", timeZone: Europe/Berlin", .kept([]))
        #expect(missing.count == 1 && missing[0].contains("which this content version doesn't keep"))
    }

    @Test func `a machine without zone files is told which package to install`() {
        let problems = Self.problems(", timeZone: Europe/Berlin", .folder("/nowhere"))
        #expect(problems.count == 1)
        #expect(
            problems[0].hasSuffix(
                """
                found "Europe/Berlin", and no zone files in /nowhere, expected the system's zone files; install the package \
                tzdata on this machine
                """))
    }

    @Test func `a file that is none, or damaged, is named`() throws {
        let folder = try TemporaryFolder()
        try folder.write("<html>", to: "Page")
        try folder.write(Data("TZif2".utf8) + Data(count: 39), to: "Empty")
        try folder.write(Data(count: 1 << 20), to: "Large")
        let told = ["Page": "no zone file", "Empty": "a damaged zone file", "Large": "that can't be read"]
        for (name, told) in told {
            let problems = Self.problems(", timeZone: \(name)", .folder(folder.path))
            #expect(problems.count == 1 && problems[0].contains("\(folder.path)/\(name)") && problems[0].contains(told))
        }
    }

    @Test(arguments: ["", "/", "..", "Europe/..", "Europe//Berlin", "/Europe/Berlin", "Europe/Berlin\u{0}", "Ünder"])
    func `no name leads out of the folder`(name: String) throws {
        #expect(!Self.problems(", timeZone: \"\(name.replacing("\u{0}", with: "\\0"))\"", .system).isEmpty)
    }

    @Test func `a date without an offset is guessed by the clock of that day`() {
        let rows = "id,name,set,released,price\nlamp,Lamp,home,2026-07-01 09:00,5\nvase,Vase,home,2026-01-05 09:00,5\n"
        let yaml = "catalogue: [items.csv]\nstores:\n  - {id: main, positions: 1, timeZone: Europe/Berlin}\n"
        let files = [
            ContentFile(path: "content.yaml", bytes: Array(yaml.utf8)),
            ContentFile(path: "items.csv", bytes: Array(rows.utf8)),
        ]
        do throws(ConfigurationProblems) {
            _ = try ConfigurationLoader.content(files, now: .testNow)
            Issue.record("the dates were read")
        } catch {
            let told = error.problems.map { "\($0)" }.joined(separator: "\n")
            #expect(told.contains("did you mean 2026-07-01T09:00:00+02:00?"))
            #expect(told.contains("did you mean 2026-01-05T09:00:00+01:00?"))
        }
    }
}
