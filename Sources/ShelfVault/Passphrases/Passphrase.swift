import Foundation
import ShelfModel

/// Passphrases: how they are made, and how one that a person types is read.
package enum Passphrase {
    package static let wordsUnlessSaid = 6
    /// Fewer words than this can be guessed: four have 51.7 bits.
    package static let wordsAtLeast = 5
    /// How long a passphrase of a person's own making must be, in bytes. This says nothing of how hard it is to guess.
    package static let bytesAtLeast = 12
    /// How long a passphrase may be, in bytes.
    package static let bytesAtMost = 1024

    /// Draws words with a generator, each as likely as any other.
    package static func draw(
        _ count: Int, from list: WordList = .eff, using generator: inout some RandomNumberGenerator
    ) -> [String] {
        (0..<count).map { _ in list.words[Int.random(in: 0..<list.words.count, using: &generator)] }
    }

    /// How many bits a passphrase has whose words were drawn at random. This follows from the list's length and the
    /// number of words alone, since a text doesn't tell how it was chosen.
    package static func bits(words: Int, of list: WordList = .eff) -> Double {
        Double(words) * log2(Double(list.words.count))
    }

    /// Why what was typed is no passphrase of the list's words.
    package struct UnknownWord: Error, Hashable, CustomStringConvertible {
        package let word: String
        /// Which word it is, from 1 on.
        package let number: Int
        package let nearest: String?

        /// A word that is like none of the list is not repeated: it may be a passphrase of another kind.
        package var description: String {
            let said = nearest.map { ", “\(word)”, isn't on the word list; did you mean “\($0)”?" }
            return "word \(number)\(said ?? " isn't on the word list.")"
                + " A passphrase that isn't made of the list's words needs --exact."
        }
    }

    /// Counts the words of what was typed. Letters may be capitals, and any number of spaces may stand around a word.
    ///
    /// - Throws: ``UnknownWord``, for the first word that isn't on the list.
    package static func words(in typed: borrowing SecretBytes, of list: WordList = .eff) throws(UnknownWord) -> Int {
        try typed.withBytes { bytes throws(UnknownWord) in
            let words = bytes.split(whereSeparator: isSpace)
            for (index, word) in words.enumerated() {
                let small = word.lazy.map(smallLetter)
                guard !list.contains(small) else { continue }
                let text = String(decoding: small, as: UTF8.self)
                throw UnknownWord(word: text, number: index + 1, nearest: nearest(to: text, in: list))
            }
            return words.count
        }
    }

    /// The passphrase as it is hashed: small letters, and one space between two words. Other tools open the file with
    /// the words so written.
    package static func normalized(_ typed: borrowing SecretBytes) -> SecretBytes {
        var passphrase = SecretBytes(capacity: typed.count)
        typed.withBytes { bytes in
            for word in bytes.split(whereSeparator: isSpace) {
                if passphrase.count > 0 { passphrase.append(UInt8(ascii: " ")) }
                for byte in word { passphrase.append(smallLetter(byte)) }
            }
        }
        return passphrase
    }

    /// A word that differs in more letters may be no word of the list at all, and isn't to be guessed at.
    private static func nearest(to word: String, in list: WordList) -> String? {
        NearName.nearest(to: word, among: list.words, within: 2)
    }

    private static func smallLetter(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
}
