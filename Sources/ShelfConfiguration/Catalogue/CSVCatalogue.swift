import Yams

/// Items from a CSV file with a header.
struct CSVCatalogue {
    let file: String
    let log: ProblemLog

    func read(_ bytes: [UInt8], into draft: inout CatalogueDraft) {
        let before = log.count
        let records = CSVSource(bytes, file: file, log: log).records()
        if log.count > before { draft.noteUnreadable() }
        guard let header = records.first else {
            log.add(Place(file: file), found: "no header", expected: columnsExpected)
            return draft.noteUnreadable()
        }
        guard check(header) else { return draft.noteUnreadable() }
        for record in records.dropFirst() { add(record, columns: header.fields, to: &draft) }
    }

    private func add(_ record: CSVRecord, columns: [String], to draft: inout CatalogueDraft) {
        let place = Place(file: file, line: record.line)
        guard record.fields.count == columns.count else {
            let found = record.fields.count == 1 ? "1 field" : "\(record.fields.count) fields"
            log.add(place, found: found, expected: "\(columns.count), as in the header")
            return draft.noteUnreadable()
        }
        var fields: [String: Field] = [:]
        for (column, text) in zip(columns, record.fields) {
            fields[column] = Field(node: Node(text), place: place.key(column, line: nil), log: log)
        }
        draft.add(Fields(values: fields, place: place, log: log))
    }

    private func check(_ header: CSVRecord) -> Bool {
        let before = log.count
        let place = Place(file: file, line: header.line, field: "header")
        for name in Set(header.fields).subtracting(ItemReader.columns).sorted() {
            let hint = NearName.hint(name, among: ItemReader.columns)
            log.add(place, found: "the column \(quoted(name))", expected: columnsExpected + hint)
        }
        for name in ItemReader.inEveryCSV where !header.fields.contains(name) {
            log.add(place, found: "no column \(name)", expected: columnsExpected)
        }
        for name in ItemReader.columns where header.fields.count(where: { $0 == name }) > 1 {
            log.add(place, found: "the column \(name) twice", expected: "every column once")
        }
        return log.count == before
    }

    private var columnsExpected: String {
        let needed = ItemReader.inEveryCSV.joined(separator: ",")
        return "the columns \(needed) and perhaps \(ItemReader.inSomeCSV.joined(separator: ","))"
    }
}
