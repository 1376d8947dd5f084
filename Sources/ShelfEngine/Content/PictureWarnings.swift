import ShelfConfiguration
import ShelfModel

/// What somebody who publishes content should know of its items' pictures.
enum PictureWarnings {
    /// - Parameters:
    ///   - before: the catalogue in force.
    ///   - removed: the masters whose pictures an operator has removed.
    static func about(
        _ catalogue: Catalogue, before: Catalogue, removed: Set<[UInt8]>
    ) -> [ConfigurationProblem] {
        let hidden = catalogue.items.filter { $0.master.map(removed.contains) ?? false }
        let lost = catalogue.items.filter { $0.master == nil && before[$0.id]?.master != nil }
        return [
            warning(
                hidden, "whose picture an operator has removed", expected: "a picture that may be shown",
                advice: "shelflife removed-pictures lists the reasons; draw another one"),
            warning(
                lost, "without the picture that it has now", expected: "its master in the folder pictures",
                advice: "its next cards show the glyph"),
        ].compactMap(\.self)
    }

    private static func warning(
        _ items: [Item], _ what: String, expected: String, advice: String
    ) -> ConfigurationProblem? {
        guard let first = items.first else { return nil }
        let others = items.count > 1 ? " and \(items.count - 1) more" : ""
        return .warning(found: "the item \(first.id)\(others) \(what)", expected: expected, advice: advice)
    }
}
