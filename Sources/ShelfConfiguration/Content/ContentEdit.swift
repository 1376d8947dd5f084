package import ShelfModel
import Yams

/// Changes of a shop's files in their text. What isn't changed stays as it is, byte for byte.
package enum ContentEdit {
    private static let key = "catalogue"

    /// A content file that names one more catalogue file.
    ///
    /// - Parameter former: the file whose place it takes; `nil` to name it behind the others.
    /// - Returns: `nil` where the file's form doesn't show where the name belongs.
    package static func naming(_ name: String, inPlaceOf former: String?, in content: [UInt8]) -> [UInt8]? {
        guard var text = YAMLText(content), let list = text.root[Node(key)]?.sequence, let last = list.last else {
            return nil
        }
        let new = Node(name, last.tag)
        var nodes = Array(list)
        if let former {
            guard let place = nodes.firstIndex(where: { $0.string == former }),
                text.replace([(scalar: nodes[place], text: name)])
            else { return nil }
            nodes[place] = new
        } else {
            guard text.isInBrackets(list) ? text.insert(", \(name)", behind: last) : text.addElement(name, behind: last)
            else { return nil }
            nodes.append(new)
        }
        var wanted = text.root
        wanted[Node(key)] = .sequence(Node.Sequence(nodes, list.tag))
        return text.bytes(meaning: wanted)
    }

    /// A plan with other items.
    ///
    /// - Parameter items: the new ids by the old ones.
    /// - Returns: `nil` where the file's form doesn't show where an id stands.
    package static func replacing(_ items: [Item.ID: Item.ID], inPlan plan: [UInt8]) -> [UInt8]? {
        guard var text = YAMLText(plan) else { return nil }
        var changes: [(scalar: Node, text: String)] = []
        var wanted = text.root
        for (store, appearances) in text.root {
            guard let list = appearances.sequence else { continue }
            let nodes = list.map { appearance -> Node in
                guard var mapping = appearance.mapping, let item = mapping[Node("item")], let id = item.string,
                    let new = items[id]
                else { return appearance }
                changes.append((item, new))
                mapping[Node("item")] = Node(new, item.tag)
                return .mapping(mapping)
            }
            wanted[store] = .sequence(Node.Sequence(nodes, list.tag))
        }
        return text.replace(changes) ? text.bytes(meaning: wanted) : nil
    }

    /// The items that a plan names, each once, in the plan's order.
    package static func items(inPlan plan: [UInt8]) -> [Item.ID] {
        var seen: Set<Item.ID> = []
        let appearances = YAMLText(plan)?.root.values.flatMap { $0.sequence.map { Array($0) } ?? [] } ?? []
        return appearances.compactMap { $0.mapping?["item"]?.string }.filter { seen.insert($0).inserted }
    }
}

extension YAMLText {
    /// Adds an element to a list that has each on a line of its own.
    fileprivate mutating func addElement(_ text: String, behind last: Node) -> Bool {
        guard let line = last.mark.map({ $0.line - 1 }), lines.indices.contains(line) else { return false }
        let indent = lines[line].prefix { $0 == UInt8(ascii: " ") }.count
        insert([String(repeating: " ", count: indent) + "- \(text)"], behind: line)
        return true
    }
}
