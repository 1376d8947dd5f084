import Foundation

/// The words of which passphrases are made: 7,776, one for each way in which five dice can fall.
///
/// Source: the EFF's large word list, https://www.eff.org/dice.
package struct WordList: Sendable {
    package static let dice = 5

    /// In the order of the dice, which is the alphabet's.
    package let words: [String]

    package static let eff = WordList(
        resource: Bundle.module.bundleURL.appending(path: "Resources/eff-large-wordlist.txt"))

    private init(resource: URL) {
        guard let text = try? String(contentsOf: resource, encoding: .utf8) else {
            fatalError(
                "\(resource.path(percentEncoded: false)) is missing; install the program again, with its folders *.resources"
            )
        }
        words = text.split(separator: "\n").map(String.init)
        precondition(
            words.count == 7776 && zip(words, words.dropFirst()).allSatisfy(<),
            "\(resource.path(percentEncoded: false)) is damaged")
    }

    /// The word that five dice name.
    ///
    /// - Parameter rolls: five numbers from 1 to 6, in the order in which they were thrown.
    package func word(of rolls: [Int]) -> String {
        precondition(rolls.count == Self.dice && rolls.allSatisfy((1...6).contains))
        return words[rolls.reduce(0) { $0 * 6 + $1 - 1 }]
    }

    package func contains(_ word: some Sequence<UInt8>) -> Bool {
        let place = words.partition { $0.utf8.lexicographicallyPrecedes(word) }
        return place < words.count && words[place].utf8.elementsEqual(word)
    }

    /// The word that somebody may have meant: the nearest one, if it is one or two letters away. Of two that are as near
    /// it is the one with the same first letter, because people seldom get that wrong.
    package func nearest(to word: String) -> String? {
        let typed = Array(word.utf8)
        let near = words.lazy
            .filter { abs($0.utf8.count - typed.count) <= 2 }
            .map { (word: $0, distance: Self.distance(typed, Array($0.utf8)), isOther: $0.utf8.first != typed.first) }
            .min { ($0.distance, $0.isOther ? 1 : 0) < ($1.distance, $1.isOther ? 1 : 0) }
        return near.flatMap { $0.distance <= 2 ? $0.word : nil }
    }

    /// How many letters must be put in, left out, changed, or swapped with the next one (the distance of Damerau and
    /// Levenshtein, in its form for which no letter is changed twice).
    package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var (before, last) = ([Int](), Array(0...right.count))
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    least = min(least, before[j - 1] + 1)
                }
                row.append(least)
            }
            (before, last) = (last, row)
        }
        return last[right.count]
    }
}

extension [String] {
    /// The first index whose element doesn't satisfy `isBefore`, in an array where all that do come first.
    fileprivate func partition(_ isBefore: (String) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
