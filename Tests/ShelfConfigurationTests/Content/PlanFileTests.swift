import ShelfConfiguration
import ShelfModel
import Testing

/// The file of the planned appearances.
@Suite struct PlanFileTests {
    private static let date = CalendarDate(year: 2026, month: 12, day: 24)!
    private static let six = TimeOfDay(hour: 18, minute: 0)!

    private static let once = PlannedAppearance(
        item: "item-1", position: 3, times: .once(date, six), length: .minutes(20), within: .minutes(5))
    private static let weekly = PlannedAppearance(
        item: "item-2",
        times: .weekly(.init(days: [.saturday, .friday], times: [six], from: date)), length: .seconds(90))

    private func content(_ folder: TemporaryFolder) throws -> LoadedContent {
        try ConfigurationLoader.content(file: "\(folder.path)/content.yaml", now: .testNow).content
    }

    @Test func `a plan is written anew with what is meant, and is read as it was written`() throws {
        let folder = try TemporaryFolder.configured(plan: "# Ours.\nmain: [{item: item-3, at: ['10:00'], for: 90s}]\n")
        let loaded = try content(folder)
        let plan = loaded.content.stores[0].rules.plan + [Self.once, Self.weekly]
        let files = ContentFile.replacing(planOf: "main", with: plan, in: loaded.files, of: loaded.content)
        let text = files.first { $0.path == "plan.yaml" }.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(
            text == """
                # Planned appearances, by store. Shelflife writes this file anew, without comments, when the plan is changed at
                # the desk.
                main:
                  - {item: item-3, at: ["10:00"], for: 90s}
                  - {item: item-1, position: 4, from: 2026-12-24T18:00, for: 20m, within: 5m}
                  - {item: item-2, days: [fri, sat], at: ["18:00"], from: 2026-12-24, for: 90s}

                """)
        #expect(try ConfigurationLoader.content(files, now: .testNow).content.stores[0].rules.plan == plan)
        let none = ContentFile.replacing(planOf: "main", with: [], in: files, of: loaded.content)
        #expect(!none.contains { $0.path == "plan.yaml" })
    }

    @Test(arguments: ["", "# Nothing yet.\n\n  # Really.\r\n"]) func `a file of comments plans nothing`(plan: String)
        throws
    {
        let loaded = try content(TemporaryFolder.configured(plan: plan))
        #expect(loaded.content.stores[0].rules.plan.isEmpty)
        #expect(loaded.files.map(\.path) == ["content.yaml", "items.csv", "plan.yaml"])
    }

    @Test func `a store that there isn't is told with its line`() throws {
        let folder = try TemporaryFolder.configured(
            plan: "main: []\nmian:\n  - {item: item-1, at: ['10:00'], for: 2m}\n")
        #expect(
            folder.problems() == [
                "plan.yaml:2: found the store \"mian\", expected the id of a store in the content file; did you mean main?"
            ])
    }

    @Test func `no catalogue file has the name of the content or the plan`() throws {
        let folder = try TemporaryFolder.configured()
        for (name, path) in [("content.yaml", "shop.yaml"), ("plan.yaml", "shop.yaml")] {
            try folder.write("catalogue: [\(name)]\nstores: [{id: main, positions: 1}]\n", to: path)
            try folder.write("- {id: a, name: A, set: a, released: 2020-01-01, price: 1}\n", to: name)
            #expect(folder.problems(path).contains { $0.contains("another name for a catalogue file") })
        }
    }
}
