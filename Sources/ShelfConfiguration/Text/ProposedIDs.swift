import Foundation

/// Proposes ids for names, each once.
package struct ProposedIDs {
    private let most: Int
    private var taken: Set<String>

    /// - Parameters:
    ///   - most: how many characters an id may have.
    ///   - taken: ids that aren't proposed.
    package init(atMost most: Int, taken: Set<String> = []) {
        (self.most, self.taken) = (most, taken)
    }

    /// `golden-sword` for `Golden Sword`, `goldenes-schwert-2` for the second `Goldenes Schwert`.
    ///
    /// - Parameter other: stands for a name that has no letter or digit of a-z and 0-9, also without its accents.
    package mutating func next(for name: String, else other: String) -> String {
        let words = name.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
            .lowercased().utf8.split { !$0.isIDByte || $0 == UInt8(ascii: "-") }
        let whole = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
        let stem = whole.isEmpty ? other : whole
        var (id, number) = (shortened(stem, to: most), 1)
        while !taken.insert(id).inserted {
            number += 1
            let end = "-\(number)"
            id = shortened(stem, to: most - end.utf8.count) + end
        }
        return id
    }

    private func shortened(_ id: String, to count: Int) -> String {
        String(decoding: id.utf8.prefix(count), as: UTF8.self).trimmingCharacters(in: ["-"])
    }
}
