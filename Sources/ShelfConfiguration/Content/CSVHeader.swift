import ShelfModel

/// The first record of a CSV catalogue, which names the columns.
struct CSVHeader {
    private let record: CSVRecord
    private let place: Place
    private let log: ProblemLog

    private let rows: [CSVRecord]

    /// - Parameter rows: the records below the header.
    init(_ record: CSVRecord, rows: [CSVRecord], file: String, log: ProblemLog) {
        self.record = record
        self.rows = rows
        place = Place(file: file, line: record.line, field: "header")
        self.log = log
    }

    /// A catalogue that people maintain has fewer columns than this. A file with more columns isn't a catalogue, and
    /// comparing that many names would take too long.
    private static let columnsAtMost = 1000

    /// Returns whether the records below the header can be read. Reports an error if they can't, and a warning for each
    /// column that is ignored.
    func check() -> Bool {
        guard record.fields.count <= Self.columnsAtMost else {
            log.add(
                place, found: counted(record.fields.count, "column"),
                expected: "at most \(grouped(Self.columnsAtMost))")
            return false
        }
        let before = log.errorCount
        let missing = Self.missing(in: record)
        let guesses = guesses(missing)
        guard isHeader(missing, guesses) else {
            reportNoHeader()
            return false
        }
        report(missing, guesses)
        for name in ItemReader.columns where record.fields.count(where: { $0 == name }) > 1 {
            log.add(place, found: "the column \(name) twice", expected: "every column once")
        }
        for name in unknown where !guesses.names.values.contains(name) { reportUnknown(name) }
        let nameless = record.fields.count(where: \.isEmpty)
        if nameless > 0 {
            log.warn(
                place, found: "\(counted(nameless, "column")) without a name", expected: ItemReader.columnsExpected,
                advice: "nothing is read there")
        }
        return log.errorCount == before
    }

    /// The column names that aren't item fields, without duplicates, in the order of the file.
    private var unknown: [String] {
        var seen = Set(ItemReader.columns).union([""])
        return record.fields.filter { seen.insert($0).inserted }
    }

    private static func missing(in record: CSVRecord) -> [String] {
        ItemReader.inEveryCSV.filter { !record.fields.contains($0) }
    }

    private func guesses(_ missing: [String]) -> ColumnGuesses {
        // Where nothing has another name, a column that could be an optional one is a designer's own.
        guard !missing.isEmpty else {
            return ColumnGuesses(missing: [], optional: [], unknown: [], header: record.fields)
        }
        let optional = ItemReader.inMostCSV.dropFirst(ItemReader.inEveryCSV.count)
            .filter { !record.fields.contains($0) }
        let own = unknown.filter { name in self.optional(near: name).map(optional.contains) ?? true }
        return ColumnGuesses(
            missing: missing + optional, optional: Set(optional), unknown: own, header: record.fields)
    }

    /// Whether the record is meant as a header. It is one if at least two column names occur in it, even if they are
    /// misspelled. A single one could occur in any text.
    private func isHeader(_ missing: [String], _ guesses: ColumnGuesses) -> Bool {
        missing.count < ItemReader.inEveryCSV.count || guesses.nearCount > 1
    }

    private func reportNoHeader() {
        let text = record.fields.joined(separator: ",")
        if let header = rows.prefix(20).first(where: { Self.missing(in: $0).isEmpty }) {
            return log.add(
                place, found: Form<String>.found(text), expected: "the header in the first line",
                advice: "remove what stands above line \(header.line)")
        }
        log.add(place, found: Form<String>.found(text), expected: "a header with \(ItemReader.columnsExpected)")
    }

    /// Reports all columns with other names as one error, so that a person renames them in one go.
    private func report(_ missing: [String], _ guesses: ColumnGuesses) {
        let renamed = ItemReader.inMostCSV.filter { guesses.names[$0] != nil }
        let isMany = renamed.count > 1
        if isMany {
            let names = renamed.compactMap { guesses.names[$0] }.map { quoted($0) }
            log.add(
                place, found: "the columns \(names.joined(separator: ", "))",
                expected: renamed.joined(separator: ", "), advice: "rename them if that is what they are")
        }
        for name in isMany ? missing.filter({ guesses.names[$0] == nil }) : missing {
            log.add(
                place, found: "no column \(name)", expected: ItemReader.columnsExpected,
                advice: guesses.names[name].map { "is it \(quoted($0))?" })
        }
    }

    /// Designers may add their own columns, for example for notes. But a name that is almost that of an optional column
    /// is probably a misspelling of it. Ignoring that column would silently drop a limit, so it is an error.
    private func reportUnknown(_ name: String) {
        if let near = optional(near: name) {
            log.add(
                place, found: "the column \(quoted(name))", expected: ItemReader.columnsExpected,
                advice: "\(Advice.didYouMean(near)) If not, rename it")
        } else {
            log.warn(
                place, found: "the column \(quoted(name))", expected: ItemReader.columnsExpected,
                advice: "it is not read")
        }
    }

    /// Returns the optional column that the header lacks and that has almost this name.
    private func optional(near name: String) -> String? {
        NearName.nearest(to: name, among: ItemReader.inSomeCSV.filter { !record.fields.contains($0) })
    }
}
