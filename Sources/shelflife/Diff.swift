import ArgumentParser
import ShelfWire

/// `shelflife diff`
struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what differs between two content versions.",
        discussion: """
            Names the items, stores and levels that were added, removed or changed, and how often each set and the items \
            that move most are expected in each store. Shares are of a day that is drawn as preview does.
            """)

    @Argument(help: "The number of the earlier version.")
    var from: Int64

    @Argument(help: "The number of the later version.")
    var to: Int64

    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let difference: ContentDifferenceAnswer = try await admin.server().get(
            RequestTarget(.contentDifference, query: "from=\(from)&to=\(to)").path)
        Output.print(difference.lines(ifNone: "Versions \(from) and \(to) have the same content."))
    }
}

extension ContentDifferenceAnswer {
    func lines(ifNone same: String) -> [String] {
        let lines =
            [summary].compactMap(\.self) + [title, order].compactMap(\.self).map { "\($0.name): \(change($0))" }
            + items.flatMap { entry("item", $0) }
            + stores.flatMap { entry("store", $0) } + packs.flatMap(pack) + shifts.map(shift)
            + (shifts.isEmpty ? [] : [Self.meaning])
        return lines.isEmpty ? [same] : lines
    }

    /// How many changes there are of each kind, where they are more than are read at a glance.
    private var summary: String? {
        let changed = (items + stores).filter { $0.kind == "changed" }.flatMap(\.fields)
        let plan = changed.filter { $0.name == "plan" }
        let prices = items.filter { $0.kind == "changed" }.flatMap(\.fields).filter { $0.name == "price" }
        let counts = [
            (plan.count { $0.after != nil }, "planned appearance"),
            (plan.count { $0.after == nil }, "dropped appearance"),
            (prices.count, "price"), (items.count { $0.kind == "added" }, "new item"),
            (items.count { $0.kind == "removed" }, "removed item"), (stores.count { $0.kind == "added" }, "new store"),
            (stores.count { $0.kind == "removed" }, "removed store"), (packs.count, "level pack"),
            (changed.count - plan.count - prices.count, "other change"),
        ].filter { $0.0 > 0 }
        guard counts.reduce(0, { $0 + $1.0 }) > Self.atAGlance else { return nil }
        return counts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ") + ":"
    }

    private static let atAGlance = 8

    private func entry(_ what: String, _ entry: Entry) -> [String] {
        let sign = ["added": "+", "removed": "-"][entry.kind] ?? "~"
        guard !entry.fields.isEmpty else { return ["\(sign) \(what) \(entry.id)"] }
        return entry.fields.map { "\(sign) \(what) \(entry.id): \($0.name): \(change($0))" }
    }

    private func pack(_ change: PackChange) -> [String] {
        let sign = ["added": "+", "removed": "-"][change.kind] ?? "~"
        guard change.kind == "changed" else { return ["\(sign) pack \(change.pack)"] }
        if change.engine == nil, change.levels.isEmpty {
            return [
                "~ pack \(change.pack): changed; the server lacks the levels of one of both, so it can't compare them"
            ]
        }
        return (change.engine.map { ["~ pack \(change.pack): engine: \($0.before) → \($0.after)"] } ?? [])
            + change.levels.map { "pack \(change.pack): \($0.line)" }
            + (change.more > 0 ? ["pack \(change.pack): \(change.more) more"] : [])
    }

    private func change(_ field: ChangedField) -> String {
        if field.before == nil, field.after == nil { return "changed" }
        return "\(field.before ?? "none") → \(field.after ?? "none")"
    }

    private static let meaning = """
        Shares are of a day from when it takes effect, drawn as preview does; moves that may be chance aren't named. Where \
        drawing takes too long they go by weight, without noRepeat and what is planned. Of each store's items twenty are \
        named at most: those that changed rules name, and those that move most.
        """

    private func shift(_ shift: Shift) -> String {
        let what = shift.set.map { "set \($0)" } ?? "item \(shift.item ?? "")"
        let shares = "\(percent(shift.before)) → \(percent(shift.after))"
        return "  \(shift.store): \(what): \(shares) of what is \(shift.byWeights ? "drawn, by weight" : "shown")"
    }

    /// Millionths as a percentage with two decimals.
    private func percent(_ millionths: Int) -> String {
        let hundredths = (millionths + 50) / 100
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) %"
    }
}
