import SwiftCSV

/// Reads a CSV file record by record, so that an error names the line of the malformed record and the other records are
/// still read.
///
/// SwiftCSV parses each record that has quotes. It doesn't track line numbers and accepts an unclosed quote at the end
/// of a file, so this type groups lines into records first. A record without quotes is what stands between its commas,
/// and is split here: most records are, and a parser for each takes a third of the time of reading a catalogue.
struct CSVSource {
    /// What the file has too much of, if anything.
    private let excess: Fault?
    private let lines: [ArraySlice<UInt8>]
    private let layout: Layout
    private let file: String
    private let log: ProblemLog

    /// How the records of a file are written.
    struct Layout {
        /// What stands between the fields: a comma, a semicolon or a tab.
        var separator = UInt8(ascii: ",")
        /// How many bytes a record may have. An item needs far fewer, and everything that is done with a text takes time.
        var longest = 65_536
        /// Whether the separator was found in the file itself, so that no other is an error.
        var isFound = false

        /// A catalogue's.
        static let catalogue = Layout()
    }

    init(_ bytes: [UInt8], layout: Layout = .catalogue, file: String, log: ProblemLog) {
        let bytes = SourceText.withoutMark(bytes)
        self.layout = layout
        excess = Self.excess(in: bytes, separator: layout.separator)
        // Each line takes 32 bytes and each field 16, even an empty one.
        lines = excess == nil ? SourceText.lines(bytes) : []
        self.file = file
        self.log = log
    }

    /// Returns the first record and every well-formed record after it, in order, and reports an error for each
    /// malformed one. When the task is cancelled, nothing more is read.
    ///
    /// - Parameter most: how many records there may be after the first. One more is read, which shows that there are too
    ///   many.
    /// - Returns: `nil` when the first record can't be read, because it is the header for all others.
    func records(atMost most: Int) -> (header: CSVRecord, rows: [CSVRecord])? {
        if let excess {
            excess.report(in: file, to: log)
            return nil
        }
        reportForeignText()
        guard layout.isFound || !hasForeignSeparator() else { return nil }
        var header: CSVRecord?
        var rows: [CSVRecord] = []
        var next = 0
        while next < lines.count, rows.count <= most, !Task.isCancelled {
            guard !isBlank(lines[next]) else {
                next += 1
                continue
            }
            let record = read(from: next)
            guard let first = header ?? record?.record else { return nil }
            if header != nil, let record { rows.append(record.record) }
            header = first
            next = record?.next ?? next + 1
        }
        return header.map { ($0, rows) }
    }

    private static func excess(in bytes: ArraySlice<UInt8>, separator: UInt8) -> Fault? {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        let commas = bytes.count { $0 == separator }
        if lines > ContentBounds.csvLines { return moreThan(ContentBounds.csvLines, "lines") }
        let name = separator == UInt8(ascii: ",") ? "commas" : "separators"
        return commas > ContentBounds.csvCommas ? moreThan(ContentBounds.csvCommas, name) : nil
    }

    private static func moreThan(_ most: Int, _ things: String) -> Fault {
        Fault(found: "more than \(grouped(most)) \(things)", expected: "at most \(grouped(most))")
    }

    /// Reports all lines in another encoding as one error, because they have one cause.
    private func reportForeignText() {
        let foreign = lines.indices.filter { SourceText.decode(lines[$0]) == nil }
        guard let first = foreign.first else { return }
        let count = foreign.count == 1 ? "a line that is" : "\(grouped(foreign.count)) lines that are"
        report(first, found: "\(count) not UTF-8", expected: "UTF-8", advice: "save the file as UTF-8")
    }

    /// Returns whether the fields are separated by something other than commas, and reports an error if so. The rest of
    /// such a file isn't read.
    private func hasForeignSeparator() -> Bool {
        guard let index = lines.firstIndex(where: { !isBlank($0) }) else { return false }
        let commas = lines[index].count { $0 == UInt8(ascii: ",") }
        for (separator, name) in [(UInt8(ascii: ";"), "semicolons"), (UInt8(ascii: "\t"), "tabs")] {
            let count = lines[index].count { $0 == separator }
            // Excel's way to declare the separator.
            let isNamed = lines[index].elementsEqual(Array("sep=".utf8) + [separator])
            guard isNamed || count > max(commas, 3) else { continue }
            log.add(
                Place(file: file, line: index + 1, field: "header"), found: "\(name) between the columns",
                expected: "commas",
                advice: "export the file with commas; Excel writes the list separator of the system's region")
            return true
        }
        return false
    }

    /// Whether the line is empty or has only separators, as spreadsheets write for an empty row.
    private func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == layout.separator }
    }

    /// - Returns: the record that begins on this line; `nil`, after reporting an error, when it can't be read.
    private func read(from first: Int) -> (record: CSVRecord, next: Int)? {
        guard let end = endOfRecord(from: first), let record = record(first...end) else { return nil }
        return (record, end + 1)
    }

    /// Returns the line on which the record that began on line `first` ends, outside of any quotes.
    private func endOfRecord(from first: Int) -> Int? {
        var (isOpen, length) = (false, 0)
        for index in first..<lines.count {
            length += lines[index].count + 1
            guard length <= layout.longest else {
                report(
                    first, found: "a record of more than \(grouped(layout.longest)) bytes",
                    expected: "at most \(grouped(layout.longest))",
                    advice: index == first ? nil : "look for a quote that is never closed")
                return nil
            }
            if lines[index].count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1 { isOpen.toggle() }
            if !isOpen { return index }
        }
        report(
            first, found: "a quote that is never closed", expected: "one at the field's end",
            advice: "if it is part of the text, put the field in quotes and double it")
        return nil
    }

    private func record(_ range: ClosedRange<Int>) -> CSVRecord? {
        guard let text = SourceText.decode(Array(lines[range].joined(separator: [UInt8(ascii: "\n")]))[...]) else {
            return nil
        }
        if let fields = unquotedFields(text) { return CSVRecord(fields: fields, line: range.lowerBound + 1) }
        // The line break at the end is needed because SwiftCSV drops an empty last field at the end of a text.
        guard let csv = try? EnumeratedCSV(string: text + "\n", delimiter: delimiter, loadColumns: false) else {
            report(
                range.lowerBound, found: "a quote inside a field",
                expected: "quotes around the whole field, and those inside doubled")
            return nil
        }
        guard csv.rows.isEmpty else {
            report(
                range.lowerBound, found: "a carriage return inside the line", expected: "lines that end in LF or CRLF",
                advice: "save the file with such line ends, or put the field in quotes")
            return nil
        }
        return CSVRecord(fields: csv.header, line: range.lowerBound + 1)
    }

    private var delimiter: CSVDelimiter {
        CSVDelimiter(unicodeScalarLiteral: Character(Unicode.Scalar(layout.separator)))
    }

    /// Returns what stands between the separators of a record, without the blanks before it; `nil` for one with quotes
    /// or a carriage return.
    private func unquotedFields(_ text: String) -> [String]? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\r") }) else { return nil }
        let fields = text.utf8.split(separator: layout.separator, omittingEmptySubsequences: false)
        return fields.map { String(Substring($0).drop(while: \.isWhitespace)) }
    }

    private func report(_ index: Int, found: String, expected: String, advice: String? = nil) {
        Fault(line: index + 1, found: found, expected: expected, advice: advice).report(in: file, to: log)
    }
}

struct CSVRecord {
    let fields: [String]
    /// The number of the record's first line.
    let line: Int
}
