import ShelfConfiguration
import ShelfModel
import Testing

@Suite struct PlanEditorTests {
    private static let date = CalendarDate(year: 2026, month: 12, day: 24)!
    private static let six = TimeOfDay(hour: 18, minute: 0)!

    private static let once = PlannedAppearance(
        item: "golden-sword", position: 4, times: .once(date, six), length: .minutes(20), within: .minutes(5))
    private static let weekly = PlannedAppearance(
        item: "axe",
        times: .weekly(.init(days: [.saturday, .friday], times: [six], from: date)), length: .seconds(90))

    private static let onceText =
        "{item: golden-sword, position: 5, from: 2026-12-24T18:00, for: 20m, within: 5m}"
    private static let weeklyText = "{item: axe, days: [fri, sat], at: [\"18:00\"], from: 2026-12-24, for: 90s}"

    private static let planned = """
        # Ours.
        stores:
          - id: main   # the first
            positions: 4
            plan:
              # Christmas
              - {item: a, from: 2026-12-01T10:00, for: 5m}   # early
              - item: b
                from: 2026-12-02T10:00

                for: 5m

              # Later.
              - {item: c, from: 2026-12-03T10:00, for: 5m}
            weights: [{factor: 2, sets: [x]}]   # unchanged

          - {id: flat, positions: 2}
          - id: other
            positions: 3

        # The end.

        """

    private static func edited(_ edit: PlanEdit, _ text: String = planned, store: String = "main") throws -> String {
        try PlanEditor.edit(text, store: store, edit)
    }

    @Test func `a new appearance comes after the others, and nothing else changes`() throws {
        let last = "      - {item: c, from: 2026-12-03T10:00, for: 5m}\n"
        #expect(
            try Self.edited(.add(Self.once)) == Self.planned.replacing(last, with: "\(last)      - \(Self.onceText)\n"))
    }

    @Test func `the first appearance of a store makes its plan`() throws {
        let positions = "    positions: 3\n"
        #expect(
            try Self.edited(.add(Self.weekly), store: "other")
                == Self.planned.replacing(positions, with: "\(positions)    plan:\n      - \(Self.weeklyText)\n"))
    }

    @Test(arguments: ["    plan: []\n", "    plan:\n"])
    func `an empty plan is filled`(empty: String) throws {
        let text = "stores:\n  - id: main\n\(empty)    positions: 3\n"
        #expect(
            try Self.edited(.add(Self.once), text)
                == "stores:\n  - id: main\n    plan:\n      - \(Self.onceText)\n    positions: 3\n")
    }

    @Test func `an appearance is changed in its place, and the comment beside it stays`() throws {
        let first = "{item: a, from: 2026-12-01T10:00, for: 5m}"
        #expect(
            try Self.edited(.change(0, to: Self.once)) == Self.planned.replacing(first, with: Self.onceText))
        let second = "- item: b\n        from: 2026-12-02T10:00\n\n        for: 5m\n"
        #expect(
            try Self.edited(.change(1, to: Self.once)) == Self.planned.replacing(second, with: "- \(Self.onceText)\n"))
    }

    @Test func `an appearance is removed with its lines`() throws {
        let second = "      - item: b\n        from: 2026-12-02T10:00\n\n        for: 5m\n"
        #expect(try Self.edited(.remove(1)) == Self.planned.replacing(second, with: ""))
    }

    @Test func `with its last appearance a plan goes`() throws {
        let text =
            "stores:\n  - id: main\n    plan:\n    - {item: a, from: 2026-12-01T10:00, for: 5m}\n    positions: 3"
        #expect(try Self.edited(.remove(0), text) == "stores:\n  - id: main\n    positions: 3")
    }

    @Test func `lines keep the ends that the file has`() throws {
        let text = Self.planned.replacing("\n", with: "\r\n")
        #expect(
            try Self.edited(.add(Self.once), text) == Self.edited(.add(Self.once)).replacing("\n", with: "\r\n"))
        let open = "stores:\n  - id: main\n    positions: 3"
        #expect(try Self.edited(.add(Self.once), open) == "\(open)\n    plan:\n      - \(Self.onceText)\n")
    }

    @Test(arguments: [
        (PlanEdit.add(once), "flat", PlanEditRefusal.otherLayout(line: 17)), (.add(once), "none", .noStore("none")),
        (.remove(3), "main", .noAppearance(3)), (.change(0, to: once), "other", .noAppearance(0)),
    ])
    func `what can't be edited is refused`(edit: PlanEdit, store: String, refusal: PlanEditRefusal) {
        #expect(throws: refusal) { try Self.edited(edit, store: store) }
        #expect(!refusal.description.isEmpty)
    }

    @Test(arguments: ["a, position: 9", "a}\n      - {item: b", "", "A"])
    func `no item's name reaches the file that isn't one`(item: String) {
        let appearance = PlannedAppearance(item: item, times: .once(Self.date, Self.six), length: .minutes(5))
        #expect(throws: PlanEditRefusal.self) { try Self.edited(.add(appearance)) }
    }

    @Test func `a plan in brackets is left to a person`() {
        let text = "stores:\n  - id: main\n    plan: [{item: a, from: 2026-12-01T10:00, for: 5m}]\n"
        for edit in [PlanEdit.add(Self.once), .change(0, to: Self.once), .remove(0)] {
            #expect(throws: PlanEditRefusal.otherLayout(line: 3)) { try Self.edited(edit, text) }
        }
    }

    @Test func `a file with errors is refused with them`() {
        #expect(throws: PlanEditRefusal.self) { try Self.edited(.add(Self.once), "stores: [") }
    }
}
