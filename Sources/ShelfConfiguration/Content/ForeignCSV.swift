/// Reads a table from CSV with commas, semicolons or tabs.
enum ForeignCSV {
    /// A picture may stand in a field as text.
    private static let longestRecord = 32 << 20

    /// Returns `nil` and reports an error when there is no header.
    static func table(_ bytes: [UInt8], file: String, log: ProblemLog) -> ForeignTable? {
        let (bytes, separator) = separated(SourceText.withoutMark(bytes))
        let layout = CSVSource.Layout(separator: separator, longest: longestRecord, isFound: true)
        let rowLog = ProblemLog(file: file)
        let records = CSVSource(bytes, layout: layout, file: file, log: rowLog).records(atMost: ContentBounds.items)
        guard let (header, rows) = records else {
            guard rowLog.errorCount > 0 else {
                log.add(Place(file: file), found: "nothing", expected: "a header with the names of the columns")
                return nil
            }
            for problem in rowLog.sorted {
                log.add(problem.place, found: problem.found, expected: problem.expected, advice: problem.advice)
            }
            return nil
        }
        guard ForeignTable.fits(columns: header.fields.count, rows: rows.count, file, log) else { return nil }
        return table(header.fields.map(bare), rows, malformed: rowLog.sorted)
    }

    private static func table(
        _ header: [String], _ rows: [CSVRecord], malformed: [ConfigurationProblem]
    ) -> ForeignTable {
        var seen: Set = [""]
        let places = header.indices.filter { seen.insert(header[$0]).inserted }
        var unreadable = malformed.map { ForeignTable.Unreadable(line: $0.line ?? 1, found: $0.found) }
        var kept: [ForeignTable.Row] = []
        for row in rows {
            let cells = row.fields.map(bare)
            if cells.dropFirst(header.count).contains(where: { !$0.isEmpty }) {
                let found = "\(counted(cells.count, "field")) under \(counted(header.count, "column"))"
                unreadable.append(ForeignTable.Unreadable(line: row.line, found: found))
            } else {
                kept.append(ForeignTable.Row(line: row.line, cells: places.map { $0 < cells.count ? cells[$0] : "" }))
            }
        }
        return ForeignTable(columns: places.map { header[$0] }, rows: kept, unreadable: unreadable)
    }

    private static func bare(_ text: String) -> String { BareText(text).text }

    /// Finds the separator: the one that a line `sep=;` names, as Excel writes it, or the one that the header has most
    /// of. The line becomes an empty one.
    private static func separated(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], separator: UInt8) {
        let first = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let named = first.dropFirst(4)
        if first.starts(with: Array("sep=".utf8)), named.count == 1, let separator = named.first,
            separators.contains(separator)
        {
            return (Array(bytes.dropFirst(first.count)), separator)
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 20, omittingEmptySubsequences: true)
        let header = unquoted(lines.first { line in line.contains { !" \t\r".utf8.contains($0) } } ?? [])
        let counts = separators.map { separator in header.count { $0 == separator } }
        let most = counts.max() ?? 0
        return (Array(bytes), separators[counts.firstIndex(of: most) ?? 0])
    }

    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

    /// The bytes outside of quotes.
    private static func unquoted(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var isOpen = false
        return line.filter { byte in
            if byte == UInt8(ascii: "\"") { isOpen.toggle() }
            return !isOpen
        }
    }
}
