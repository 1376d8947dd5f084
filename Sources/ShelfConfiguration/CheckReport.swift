package import ShelfModel

/// The output of `shelflife check`.
package struct CheckReport {
    package let lines: [String]
    private let hasErrors: Bool
    private let hasWarnings: Bool

    /// Whether the configuration has no errors; with `strict`, whether it has no warnings either.
    package func passes(strict: Bool) -> Bool { !hasErrors && !(strict && hasWarnings) }

    /// The report for files with errors.
    ///
    /// - Parameter isComplete: whether to list every problem, even when many are of one kind.
    package init(_ problems: [ConfigurationProblem], file: String, isComplete: Bool) {
        hasErrors = true
        hasWarnings = problems.contains { $0.severity == .warning }
        let counts = [(ConfigurationProblem.Severity.error, "error"), (.warning, "warning")].compactMap { kind in
            let number = problems.count { $0.severity == kind.0 }
            return number == 0 ? nil : counted(number, kind.1)
        }
        lines =
            Self.lines(problems, isComplete: isComplete) + [
                "\(file): \(counts.joined(separator: " and "))\(Self.advice(problems, isComplete: isComplete))"
            ]
    }

    /// The report for files without errors: the warnings, then a summary of the stores and items.
    ///
    /// - Parameters:
    ///   - now: when the items that can be drawn are counted.
    ///   - isComplete: whether to list every warning, even when many are of one kind.
    package init(_ checked: CheckedFiles, file: String, now: Instant, isComplete: Bool) {
        let warnings = checked.warnings
        hasErrors = false
        hasWarnings = !warnings.isEmpty
        let content = checked.content?.content
        let summary =
            checked.content.map(Self.summary) ?? "settings only, since there is no \(ContentSettings.usualFile)"
        let verdict =
            warnings.isEmpty
            ? "is right"
            : "can be served, with \(counted(warnings.count, "warning"))"
                + Self.advice(warnings, isComplete: isComplete)
        lines =
            Self.lines(warnings, isComplete: isComplete) + [
                "\(file) \(verdict): \(summary)"
            ]
            + (content.map { Self.table($0.stores, catalogue: $0.catalogue, now: now) + Self.planned($0.stores) } ?? [])
    }

    private static func summary(_ loaded: LoadedContent) -> String {
        let content = loaded.content
        let catalogue = content.catalogue
        let counts =
            [
                counted(content.stores.count, "store"), items(catalogue), counted(catalogue.sets.count, "set"),
            ] + (catalogue.masters.isEmpty ? [] : [pictures(loaded)])
            + (content.packs.isEmpty ? [] : [counted(content.packs.count, "pack") + " of levels"])
        return counts.joined(separator: ", ")
    }

    private static func items(_ catalogue: Catalogue) -> String {
        let bare = catalogue.items.count { $0.master == nil && $0.art == nil }
        let note = catalogue.masters.isEmpty || bare == 0 ? "" : " (\(grouped(bare)) without a picture)"
        return counted(catalogue.items.count, "item") + note
    }

    /// Files with the same bytes are one picture.
    private static func pictures(_ loaded: LoadedContent) -> String {
        let count = loaded.content.catalogue.masters.count
        let list = loaded.files.first { $0.path == PictureList.path }.flatMap { try? PictureList(text: $0.bytes) }
        let files = list?.entries.count ?? count
        return counted(count, "picture") + (files == count ? "" : " in \(counted(files, "file"))")
    }

    /// How certain it is what becomes of planned appearances.
    private static func planned(_ stores: [StoreContent]) -> [String] {
        let count = stores.reduce(0) { $0 + $1.rules.plan.count }
        guard count > 0 else { return [] }
        return [
            """
            \(counted(count, "planned appearance")), checked for overlaps, lengths, releases and noRepeat; a try at the \
            desk also draws what the store will show
            """
        ]
    }

    private static func lines(_ problems: [ConfigurationProblem], isComplete: Bool) -> [String] {
        let lines = ProblemLines(problems)
        return isComplete ? lines.each : lines.grouped
    }

    private static func advice(_ problems: [ConfigurationProblem], isComplete: Bool) -> String {
        !isComplete && ProblemLines(problems).areGrouped ? " (--all lists each of them)" : ""
    }

    private static func table(_ stores: [StoreContent], catalogue: Catalogue, now: Instant) -> [String] {
        var table = TextTable([
            ("store", .left), ("positions", .right), ("lead", .right), ("can be drawn now", .right), ("needed", .right),
        ])
        for store in stores {
            var odds = Odds(rules: store.rules, catalogue: catalogue)
            table.add([
                store.id, String(store.rules.positions), "\(store.lead)", String(odds.eligible(at: now)),
                String(store.rules.itemsNeeded),
            ])
        }
        return table.lines
    }
}
