import ShelfModel

/// Which column of a foreign table has which field of a catalogue.
package struct ColumnMap: Sendable {
    /// By field, the place of its column.
    private(set) var places: [String: Int] = [:]
    private let columns: [String]

    /// The fields, in the order in which people read them.
    package static let fields = ItemReader.columns

    /// What a person asks for that can't be done.
    package enum Fault: Error, Hashable, CustomStringConvertible {
        case noPair(String)
        case unknownField(String)
        case unknownColumn(String, columns: [String])
        case noName(columns: [String])
        case noPrice(columns: [String])

        package var description: String {
            switch self {
            case .noPair(let text): "\(quoted(text)) is no pair; expected a field and a column, such as name=title"
            case .unknownField(let field):
                "there is no field \(quoted(field)); the fields are \(ColumnMap.fields.joined(separator: ", "))"
            case .unknownColumn(let column, let columns):
                "there is no column \(quoted(column)); the columns are \(Self.list(columns))"
                    + (Advice.didYouMean(column, among: columns).map { "; \($0)" } ?? "")
            case .noName(let columns):
                "no column is known to have the items' names; say which by --map name=COLUMN. The columns are "
                    + Self.list(columns)
            case .noPrice(let columns):
                "no column is known to have the prices; say which by --map price=COLUMN, or give all items a price by "
                    + "--free PRICE. The columns are \(Self.list(columns))"
            }
        }

        private static func list(_ columns: [String]) -> String {
            let most = 40
            let more = columns.count > most ? " and \(grouped(columns.count - most)) more" : ""
            return columns.prefix(most).map { readable($0) }.joined(separator: ", ") + more
        }
    }

    /// Reads pairs such as `name=title,price=cost`. A field with nothing behind it has no column.
    package static func pairs(_ text: String) throws(Fault) -> [(field: String, column: String?)] {
        var pairs: [(field: String, column: String?)] = []
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { side in
                BareText(String(side)).text
            }
            guard sides.count == 2 else { throw .noPair(String(part)) }
            guard fields.contains(sides[0]) else { throw .unknownField(sides[0]) }
            pairs.append((sides[0], sides[1].isEmpty ? nil : sides[1]))
        }
        return pairs
    }

    /// - Parameters:
    ///   - pairs: what a person says, instead of a guess.
    ///   - needsPrice: whether there must be a column with prices.
    package init(
        _ table: ForeignTable, pairs: [(field: String, column: String?)] = [], needsPrice: Bool = true
    ) throws(Fault) {
        columns = table.columns
        var guesses = ColumnWords(table.columns)
        for (field, column) in pairs {
            guard let column else { continue }
            guard let place = guesses.place(named: column) else {
                throw .unknownColumn(column, columns: table.columns)
            }
            places[field] = place
        }
        let said = Set(pairs.map(\.field))
        guesses.leaveOut(places.values)
        places.merge(guesses.places(of: Self.fields.filter { !said.contains($0) })) { said, _ in said }
        takeWordsForIDs(table, said: said, guesses)
        guard places["name"] != nil || places["id"] != nil else { throw .noName(columns: columns) }
        guard places["price"] != nil || !needsPrice else { throw .noPrice(columns: columns) }
    }

    /// Ids that are words, such as `master-ball`, are better than numbers: of two columns with ids the one with words is
    /// taken, unless it is all that there is of names.
    private mutating func takeWordsForIDs(_ table: ForeignTable, said: Set<String>, _ words: ColumnWords) {
        guard !said.contains("id"), let id = places["id"], Self.areNumbers(table, in: id) else { return }
        let taken = Set(places.values)
        let others = words.all(of: "id").filter { !taken.contains($0) && !Self.areNumbers(table, in: $0) }
        if let other = others.first { places["id"] = other }
    }

    private static func areNumbers(_ table: ForeignTable, in place: Int) -> Bool {
        table.rows.allSatisfy { $0.cells[place].utf8.allSatisfy(\.isDigit) }
    }

    /// `name = title`, in the order of the fields.
    package var lines: [(field: String, column: String)] {
        Self.fields.compactMap { field in places[field].map { (field, columns[$0]) } }
    }

    /// The columns that no field has.
    package var unread: [String] {
        let used = Set(places.values)
        return columns.indices.filter { !used.contains($0) }.map { columns[$0] }
    }

    /// The column of units beside a price such as `cost.quantity`, where the rows have several.
    func units(in table: ForeignTable) -> (column: String, units: [String])? {
        guard let parts = places["price"].map({ columns[$0].split(separator: ".") }), parts.count == 2,
            let place = columns.firstIndex(where: { ["unit", "currency"].map { "\(parts[0]).\($0)" }.contains($0) })
        else { return nil }
        let units = Set(table.rows.map { $0.cells[place] }).subtracting([""])
        return units.count > 1 ? (columns[place], units.sorted()) : nil
    }

    /// What a row has of a field; empty where there is no column.
    func cell(_ field: String, of row: ForeignTable.Row) -> String { places[field].map { row.cells[$0] } ?? "" }
}
