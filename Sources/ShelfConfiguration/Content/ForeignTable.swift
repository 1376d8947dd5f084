/// A table that another game or tool has written: its items, with columns of its own.
package struct ForeignTable {
    /// The names of the columns, each once, as they are written.
    package let columns: [String]
    let rows: [Row]
    /// What stands where a row can't be read.
    let unreadable: [Unreadable]

    struct Row {
        /// The number of its first line.
        let line: Int
        /// One for each column, without blanks around it; empty where there is none.
        let cells: [String]
    }

    struct Unreadable {
        let line: Int
        let found: String
    }

    /// How many columns a table may have, members of its objects included.
    static let columnsAtMost = 1000

    /// - Parameter file: the path of the file.
    /// - Throws: the problems of a file that can't be read, or isn't a table.
    package init(file: String) throws(ConfigurationProblems) {
        let log = ProblemLog(file: file)
        guard let bytes = FileBytes.read(Place(file: file), path: file, atMost: FileBytes.csvAtMost, log: log) else {
            throw ConfigurationProblems(log.sorted)
        }
        try self.init(bytes, file: file)
    }

    /// Reads CSV, or, where a bracket stands first, JSON.
    ///
    /// - Parameter file: what the file is called in problems.
    /// - Throws: the problems of a file that isn't a table.
    package init(_ bytes: [UInt8], file: String) throws(ConfigurationProblems) {
        let log = ProblemLog(file: file)
        guard let table = Self.read(bytes, file: file, log: log) else { throw ConfigurationProblems(log.sorted) }
        self = table
    }

    init(columns: [String], rows: [Row], unreadable: [Unreadable] = []) {
        (self.columns, self.rows, self.unreadable) = (columns, rows, unreadable)
    }

    private static func read(_ bytes: [UInt8], file: String, log: ProblemLog) -> ForeignTable? {
        let place = Place(file: file)
        if let foreign = SourceText.foreign(bytes) {
            log.add(place, found: foreign, expected: "CSV or JSON in UTF-8", advice: "export it as one of them")
            return nil
        }
        let content = SourceText.withoutMark(bytes)
        guard SourceText.decode(content) != nil else {
            let line = SourceText.lines(content).firstIndex { SourceText.decode($0) == nil } ?? 0
            log.add(
                Place(file: file, line: line + 1), found: "text that is not UTF-8", expected: "CSV or JSON in UTF-8",
                advice: "save or export the file as UTF-8")
            return nil
        }
        let first = content.first { !" \t\r\n".utf8.contains($0) }
        let isJSON = file.hasSuffix(".json") || first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        let read = isJSON ? ForeignJSON.table : ForeignCSV.table
        return read(bytes, file, log)
    }

    /// Whether a table may be as large. Look before its rows are made as wide as its header.
    static func fits(columns: Int, rows: Int, _ file: String, _ log: ProblemLog) -> Bool {
        let place = Place(file: file)
        if columns > columnsAtMost {
            log.add(place, found: counted(columns, "column"), expected: "at most \(grouped(columnsAtMost))")
        } else if rows > ContentBounds.items {
            log.add(
                place, found: "more than \(grouped(ContentBounds.items)) items",
                expected: "at most \(grouped(ContentBounds.items))", advice: "split the file")
        } else if columns * rows > cellsAtMost {
            log.add(
                place, found: "\(counted(rows, "row")) of \(counted(columns, "column"))",
                expected: "at most \(grouped(cellsAtMost)) cells", advice: "leave out columns, or split the file")
        } else {
            return true
        }
        return false
    }

    /// How many cells a table may have, empty ones among them.
    private static let cellsAtMost = 10_000_000
}
