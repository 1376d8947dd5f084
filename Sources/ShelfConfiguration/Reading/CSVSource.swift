import SwiftCSV

/// A CSV file, record by record, so that a malformed one names its line and the others are still read.
///
/// SwiftCSV takes a record apart. It knows no line numbers and takes an open
/// quote at the end for a closed one, so lines are gathered here.
struct CSVSource {
    private let lines: [ArraySlice<UInt8>]
    private let file: String
    private let log: ProblemLog

    init(_ bytes: [UInt8], file: String, log: ProblemLog) {
        lines = SourceText.lines(SourceText.withoutMark(bytes))
        self.file = file
        self.log = log
    }

    /// Every record that is well-formed, in order; a problem for every other.
    func records() -> [CSVRecord] {
        var records: [CSVRecord] = []
        var next = 0
        while next < lines.count {
            if isBlank(lines[next]) {
                next += 1
            } else if let end = endOfRecord(from: next), let record = record(next...end) {
                records.append(record)
                next = end + 1
            } else {
                next += 1
            }
        }
        return records
    }

    private func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    /// The line on which every quote that was opened since `first` is closed again.
    private func endOfRecord(from first: Int) -> Int? {
        var isOpen = false
        for index in first..<lines.count {
            if lines[index].count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1 { isOpen.toggle() }
            if !isOpen { return index }
        }
        report(first, "a quote is opened here and never closed")
        return nil
    }

    private func record(_ range: ClosedRange<Int>) -> CSVRecord? {
        guard let text = SourceText.decode(Array(lines[range].joined(separator: [UInt8(ascii: "\n")]))[...]) else {
            report(range.lowerBound, "this record is not UTF-8; save the file as UTF-8")
            return nil
        }
        // Ended, since SwiftCSV drops an empty last field at the end of a text.
        guard let csv = try? EnumeratedCSV(string: text + "\n", delimiter: .comma, loadColumns: false) else {
            report(
                range.lowerBound,
                "this record has a quote in the wrong place; put the whole field in quotes, and double those inside")
            return nil
        }
        guard csv.rows.isEmpty else {
            report(range.lowerBound, "this record holds a line break of another kind; put its field in quotes")
            return nil
        }
        return CSVRecord(fields: csv.header, line: range.lowerBound + 1)
    }

    private func report(_ index: Int, _ message: String) {
        log.add(Place(file: file, line: index + 1), message)
    }
}

struct CSVRecord {
    let fields: [String]
    /// The first of its lines.
    let line: Int
}
