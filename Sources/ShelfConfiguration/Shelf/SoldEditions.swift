package import ShelfModel

/// How many copies of limited editions are sold, as a person writes it.
package enum SoldEditions {
    package struct Unreadable: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// - Parameter texts: an item's id, an equals sign, and how many copies are sold.
    package static func read(_ texts: [String], catalogue: Catalogue) throws(Unreadable) -> EditionsLeft {
        var sold: [Item.ID: Int64] = [:]
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let count = Int64(parts[1]), count >= 0 else {
                throw Unreadable(description: "--sold: found \(quoted(text)), expected an item and a number: item-id=7")
            }
            let item = try item(String(parts[0]), catalogue)
            guard let edition = item.edition, count <= edition else {
                let most = item.edition.map { "a number up to \($0), its edition" } ?? "an item with an edition"
                throw Unreadable(description: "--sold: found \(quoted(text)), expected \(most)")
            }
            sold[item.id] = count
        }
        return EditionsLeft(sold: sold)
    }

    private static func item(_ id: String, _ catalogue: Catalogue) throws(Unreadable) -> Item {
        if let item = catalogue[id] { return item }
        let advice = Advice.didYouMean(id, among: catalogue.items.map(\.id)).map { "; \($0)" } ?? ""
        throw Unreadable(description: "--sold: found \(quoted(id)), expected the id of an item\(advice)")
    }
}
