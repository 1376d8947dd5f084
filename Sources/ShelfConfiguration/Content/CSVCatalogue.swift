import Yams

/// Reads items from a CSV file with a header.
struct CSVCatalogue {
    let file: String
    let items: ItemReader
    let log: ProblemLog
    /// One for all fields, because Yams makes a table of tags for each new one.
    private let tag = Tag(.implicit)

    init(file: String, items: ItemReader, log: ProblemLog) {
        (self.file, self.items, self.log) = (file, items, log)
    }

    func read(_ bytes: [UInt8], into draft: inout CatalogueDraft) {
        let before = log.errorCount
        let records = records(bytes, atMost: draft.itemsLeft)
        if log.errorCount > before { draft.noteUnreadable() }
        guard let (header, rows) = records, CSVHeader(header, rows: rows, file: file, log: log).check() else {
            return draft.noteUnreadable()
        }
        guard draft.takes(rows.count, at: Place(file: file), log: log) else { return }
        for row in rows where !Task.isCancelled { add(row, columns: header.fields, to: &draft) }
    }

    private func records(_ bytes: [UInt8], atMost most: Int) -> (header: CSVRecord, rows: [CSVRecord])? {
        if let foreign = SourceText.foreign(bytes) {
            log.add(
                Place(file: file), found: foreign, expected: "CSV in UTF-8",
                advice: "export the file as CSV, in UTF-8")
            return nil
        }
        let before = log.errorCount
        let records = CSVSource(bytes, file: file, log: log).records(atMost: most)
        if records == nil, log.errorCount == before {
            log.add(Place(file: file), found: "no header", expected: ItemReader.columnsExpected)
        }
        return records
    }

    private func add(_ record: CSVRecord, columns: [String], to draft: inout CatalogueDraft) {
        let place = Place(file: file, line: record.line)
        guard record.fields.count == columns.count else {
            log.add(
                place, found: counted(record.fields.count, "field"), expected: "\(columns.count), as in the header",
                advice: advice(record, columns: columns.count))
            return draft.noteUnreadable()
        }
        var fields: [String: Field] = [:]
        for (column, text) in zip(columns, record.fields) where ItemReader.columns.contains(column) {
            fields[column] = Field(node: Node(text, tag), place: place.key(column, line: nil), log: log)
        }
        draft.add(Fields(values: fields, place: place, log: log), read: items)
    }

    private func advice(_ record: CSVRecord, columns: Int) -> String? {
        guard record.fields.count > columns else { return nil }
        let isCurly = record.fields.contains { $0.contains { "“”„".contains($0) } }
        if isCurly { return "put a field with a comma in straight quotes (\")" }
        let isEmpty = record.fields.dropFirst(columns).allSatisfy(\.isEmpty)
        return "put a field with a comma in quotes\(isEmpty ? ", or remove the commas at the end" : "")"
    }
}
