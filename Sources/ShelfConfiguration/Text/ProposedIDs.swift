import Foundation

/// Makes ids of texts, such as `golden-sword` of `Golden Sword`, no two alike.
package struct ProposedIDs {
    /// How many characters an item's id may have.
    package static let ofItem = 64

    private let most: Int
    private var given: Set<String> = []
    /// The greatest number behind each id.
    private var numbers: [String: Int] = [:]

    /// - Parameter most: how many characters an id may have.
    package init(atMost most: Int) {
        self.most = most
    }

    /// Makes an id of a text; empty where nothing of it can stand in one.
    ///
    /// Letters are lower case and without accents. Blanks, underscores, points, slashes and colons become dashes, and
    /// other characters are left out.
    package static func id(of text: String, atMost most: Int = ofItem) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in plain(text).unicodeScalars {
            if scalar.properties.isWhitespace || "_-./:".unicodeScalars.contains(scalar) {
                words.append([])
            } else if scalar.isASCII, UInt8(scalar.value).isIDByte {
                words[words.count - 1].append(UInt8(scalar.value))
            }
        }
        let id = words.filter { !$0.isEmpty }.joined(separator: [UInt8(ascii: "-")])
        return shortened(String(decoding: Array(id), as: UTF8.self), to: most)
    }

    /// Returns the id, or where it is given already, one with a number behind it.
    package mutating func next(for id: String) -> String {
        var (unique, number) = (id, numbers[id] ?? 1)
        while !given.insert(unique).inserted {
            number += 1
            numbers[id] = number
            let suffix = "-\(number)"
            unique = Self.shortened(id, to: most - suffix.utf8.count) + suffix
        }
        return unique
    }

    /// Letters that are no other letter with an accent.
    private static let letters: [Character: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]

    private static func plain(_ text: String) -> String {
        let lower = text.lowercased()
        guard !lower.utf8.allSatisfy({ $0 < 0x80 }) else { return lower }
        return lower.map { letters[$0] ?? String($0) }.joined().decomposedStringWithCanonicalMapping
    }

    private static func shortened(_ id: String, to count: Int) -> String {
        let end = id.prefix(count).reversed().drop { $0 == "-" }.reversed()
        return String(end)
    }
}
