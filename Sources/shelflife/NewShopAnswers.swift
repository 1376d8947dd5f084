import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfSample

/// Reads what a person answers to the questions of `shelflife new`.
enum NewShopAnswers {
    private static let storesAtMost = 20
    /// How many characters a store's id may have.
    private static let idAtMost = 32

    /// - Throws: `ValidationError` for a name that content can't have.
    static func title(_ text: String) throws -> String {
        let title = text.trimmingCharacters(in: .whitespaces)
        guard !title.isEmpty, title.unicodeScalars.count <= 200, title.visibleLine == title else {
            throw ValidationError("a name is one line of 1 to 200 characters, all of them visible.")
        }
        return title
    }

    /// - Parameter text: titles, with commas between.
    /// - Throws: `ValidationError`.
    static func stores(_ text: String) throws -> [StarterShop.Store] {
        let titles = try text.split(separator: ",").map { try title(String($0)) }
        guard (1...storesAtMost).contains(titles.count) else {
            throw ValidationError("name one store or up to \(storesAtMost), with commas between.")
        }
        guard Set(titles).count == titles.count else { throw ValidationError("two stores have the same title.") }
        var ids = ProposedIDs(atMost: idAtMost)
        return titles.map { title in
            let id = ProposedIDs.id(of: title, atMost: idAtMost)
            return StarterShop.Store(id: ids.next(for: id.isEmpty ? "store" : id), title: title)
        }
    }
}
