package import ShelfModel

/// `plan.yaml` beside the content file: the planned appearances, by the stores' ids. A shop may have none.
struct PlanFile {
    let folder: Folder
    let source: FileSource
    let log: ProblemLog

    /// Reads the file, and reports an error for each store that there isn't.
    ///
    /// - Parameter known: the ids of the stores.
    /// - Returns: what is planned, by the stores' ids, and the file, if it is there.
    func read(stores known: [String]) -> (stores: [String: Field], files: [ContentFile]) {
        let path = folder.path(ContentFile.plan)
        guard source.holds(path),
            let bytes = source.read(Place(file: path), path: path, atMost: FileBytes.yamlAtMost, log: log)
        else { return ([:], []) }
        let files = [ContentFile(path: ContentFile.plan, bytes: bytes)]
        guard !Self.isEmpty(bytes), let root = YAMLSource.root(bytes, file: path, log: log),
            let entries = root.entries(of: "stores' ids and lists of appearances")
        else { return ([:], files) }
        let ids = Set(known)
        for (store, plan) in entries where !ids.contains(store) {
            log.add(
                root.place.line(of: plan.place), found: "the store \(quoted(store))", alike: "unknown",
                expected: "the id of a store in the content file", advice: log.advice(store, among: known))
        }
        // Of a store whose last row was removed, the key alone may be left.
        let planned = entries.filter { $0.value.scalar != "" }
        return (Dictionary(planned.map { ($0.name, $0.value) }) { first, _ in first }, files)
    }

    /// Whether there is nothing but comments.
    private static func isEmpty(_ bytes: [UInt8]) -> Bool {
        SourceText.lines(SourceText.withoutMark(bytes)).allSatisfy { line in
            line.first { $0 != UInt8(ascii: " ") }.map { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "\r") } ?? true
        }
    }
}

extension ContentFile {
    /// Returns a version's files with another plan in one of its stores. The file of the plan is written anew.
    package static func replacing(
        planOf store: String, with plan: [PlannedAppearance], in files: [ContentFile], of content: Content
    ) -> [ContentFile] {
        let plans = content.stores.map { ($0.id, $0.id == store ? plan : $0.rules.plan) }
        let others = files.filter { $0.path != Self.plan }
        return others + [Self.plan(plans)].compactMap(\.self)
    }

    /// The file of the plan; `nil` where nothing is planned.
    package static func plan(_ plans: [(store: String, appearances: [PlannedAppearance])]) -> ContentFile? {
        let planned = plans.filter { !$0.appearances.isEmpty }
        guard !planned.isEmpty else { return nil }
        let lines = planned.flatMap { store, appearances in
            ["\(store):"] + appearances.map { "  - \($0.yaml)" }
        }
        return ContentFile(path: Self.plan, bytes: Array((planHeader + lines).map { $0 + "\n" }.joined().utf8))
    }

    static let planHeader = [
        "# Planned appearances, by store. Shelflife writes this file anew, without comments, when the plan is changed at",
        "# the desk.",
    ]
}
