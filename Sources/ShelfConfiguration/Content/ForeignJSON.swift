/// Reads a table from JSON: an array of objects, an object that has one such array in it, or an object of objects by their
/// ids. What lies in an object's own objects has columns such as `price.coins`.
enum ForeignJSON {
    /// Returns `nil` and reports an error when there is no such table.
    static func table(_ bytes: [UInt8], file: String, log: ProblemLog) -> ForeignTable? {
        guard let root = JSONSource.root(bytes, file: file, log: log) else { return nil }
        guard let objects = objects(in: root) else {
            log.add(
                Place(file: file, line: root.line), found: "no table",
                expected: "an array of objects, one array of objects in an object, or an object of objects by id")
            return nil
        }
        guard ForeignTable.fits(columns: 0, rows: objects.items.count, file, log) else { return nil }
        var columns = Columns()
        let rows = objects.items.map { columns.row($0) }
        guard ForeignTable.fits(columns: columns.names.count, rows: rows.count, file, log) else { return nil }
        let full = rows.map { cells in cells + Array(repeating: "", count: columns.names.count - cells.count) }
        return ForeignTable(
            columns: columns.names,
            rows: zip(objects.items, full).map { ForeignTable.Row(line: $0.line, cells: $1) },
            unreadable: objects.others.map { ForeignTable.Unreadable(line: $0, found: "no object") })
    }

    private struct Item {
        let line: Int
        let members: [(name: String, value: JSONNode)]
    }

    /// The objects of the table, and the lines of other values that stand among them.
    private static func objects(in root: JSONNode) -> (items: [Item], others: [Int])? {
        switch root.value {
        case .list(let elements): return objects(elements)
        case .object(let members):
            let lists = members.compactMap { member -> (items: [Item], others: [Int])? in
                guard case .list(let elements) = member.value.value else { return nil }
                return objects(elements)
            }
            if lists.count == 1 { return lists[0] }
            guard lists.isEmpty else { return nil }
            return inner(members).map(byID) ?? byID(members)
        case .text, .word, .null: return nil
        }
    }

    private static func objects(_ elements: [JSONNode]) -> (items: [Item], others: [Int])? {
        let items = elements.compactMap { element -> Item? in
            guard case .object(let members) = element.value else { return nil }
            return Item(line: element.line, members: members)
        }
        guard !items.isEmpty else { return nil }
        return (items, elements.filter { !$0.isObject }.map(\.line))
    }

    /// The members of the only object in an object, where it holds objects by their ids.
    private static func inner(_ members: [(name: String, value: JSONNode)]) -> [(name: String, value: JSONNode)]? {
        let objects = members.compactMap { member -> [(name: String, value: JSONNode)]? in
            if case .object(let inner) = member.value.value { return inner }
            return nil
        }
        guard objects.count == 1, objects[0].allSatisfy(\.value.isObject), !objects[0].isEmpty else { return nil }
        return objects[0]
    }

    private static func byID(_ members: [(name: String, value: JSONNode)]) -> (items: [Item], others: [Int])? {
        guard let found = objects(members.map(\.value)) else { return nil }
        let names = members.filter(\.value.isObject).map(\.name)
        let haveIDs = found.items.contains { $0.members.contains { $0.name == "id" } }
        let items = zip(names, found.items).map { name, item in
            let id = (name: haveIDs ? "key" : "id", value: JSONNode(value: .text(name), line: item.line))
            return Item(line: item.line, members: [id] + item.members.filter { !haveIDs || $0.name != "key" })
        }
        return (items, found.others)
    }

    /// The columns so far, in the order in which they come up.
    private struct Columns {
        private(set) var names: [String] = []
        private var places: [String: Int] = [:]

        mutating func row(_ item: Item) -> [String] {
            var cells = [String](repeating: "", count: names.count)
            for (name, value) in item.members {
                if case .object(let inner) = value.value {
                    for (part, value) in inner { put(value, in: "\(name).\(part)", &cells) }
                } else {
                    put(value, in: name, &cells)
                }
            }
            return cells
        }

        private mutating func put(_ value: JSONNode, in column: String, _ cells: inout [String]) {
            // One more than a table may have is enough to see that there are too many.
            guard let text = value.cell, places[column] != nil || names.count <= ForeignTable.columnsAtMost else {
                return
            }
            if places[column] == nil {
                places[column] = names.count
                names.append(column)
            }
            let place = places[column] ?? 0
            if place >= cells.count { cells += Array(repeating: "", count: place + 1 - cells.count) }
            cells[place] = text
        }
    }
}

extension JSONNode {
    fileprivate var isObject: Bool {
        if case .object = value { return true }
        return false
    }

    /// What a table has of a value; `nil` for what is deeper than one level, comments, and nothing. A list of words is
    /// those with commas between.
    fileprivate var cell: String? {
        switch value {
        case .text(let text): return BareText(text).text
        case .word(let word): return Self.readAsDecimal(word)
        case .list(let elements):
            let words = elements.compactMap { element -> String? in
                if case .text(let text) = element.value { return text }
                return nil
            }
            return words.isEmpty || words.count < elements.count ? nil : words.joined(separator: ", ")
        case .null, .object: return nil
        }
    }

    /// A number whose point nobody takes for that of thousands: `1.1250` for `1.125`.
    private static func readAsDecimal(_ word: String) -> String {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[1].utf8.count == 3 ? "\(word)0" : word
    }
}
