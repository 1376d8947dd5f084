import ShelfModel

/// Guesses which columns a header has under other names, such as `ID`, `Release` and `Preis` for `id`, `released` and
/// `price`.
struct ColumnGuesses {
    /// For each missing column, the name under which the header probably has it.
    private(set) var names: [String: String] = [:]
    /// How many of these names are so similar that they are the same word in another spelling.
    let nearCount: Int

    /// - Parameters:
    ///   - missing: the columns that the header lacks.
    ///   - optional: those of them that it may lack.
    ///   - unknown: the names in the header that aren't columns, in their order.
    ///   - header: all names in the header.
    init(missing: [String], optional: Set<String>, unknown: [String], header: [String]) {
        var rest = unknown
        for column in missing {
            guard let name = NearName.nearest(to: column, among: rest) else { continue }
            names[column] = name
            rest.removeAll { $0 == name }
        }
        nearCount = names.count
        for column in missing where names[column] == nil {
            guard let name = Self.inPlace(of: column, header: header), rest.contains(name) else { continue }
            names[column] = name
            rest.removeAll { $0 == name }
        }
        let last = missing.filter { names[$0] == nil && !optional.contains($0) }
        if last.count == 1, rest.count == 1 { names[last[0]] = rest[0] }
    }

    /// Returns the name at the place where the documentation has `column`. It may be the same word in another language.
    private static func inPlace(of column: String, header: [String]) -> String? {
        guard let place = ItemReader.inMostCSV.firstIndex(of: column), place < header.count else { return nil }
        return header[place]
    }
}
