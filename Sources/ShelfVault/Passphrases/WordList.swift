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
