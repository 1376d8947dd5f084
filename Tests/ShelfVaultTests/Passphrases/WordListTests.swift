import Foundation
import ShelfVault
import Testing

@Suite struct WordListTests {
    private let list = WordList.eff

    @Test(arguments: [
        ([1, 1, 1, 1, 1], "abacus"), ([1, 1, 1, 1, 2], "abdomen"), ([2, 6, 4, 1, 5], "falcon"),
        ([6, 6, 6, 6, 6], "zoom"),
    ])
    func `Five dice name the word that stands beside them in the EFF's list`(rolls: [Int], word: String) {
        #expect(list.word(of: rolls) == word)
    }

    @Test func `The list has each word once, and finds it`() {
        #expect(list.words.count == 7776 && Set(list.words).count == 7776)
        #expect(list.words.allSatisfy { list.contains($0.utf8) })
        for other in ["", "abacu", "abacuss", "zzz", "aa", "Abacus"] { #expect(!list.contains(other.utf8)) }
    }

    @Test(arguments: [
        ("abacsu", "abacus"), ("zom", "zoom"), ("abdomin", "abdomen"), ("tshirt", "t-shirt"), ("xqzkwv", nil),
    ])
    func `A misspelt word is near the one that was meant`(typed: String, meant: String?) {
        #expect(list.nearest(to: typed) == meant)
    }

    @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "xbc", 1), ("ca", "abc", 3)])
    func `The distance counts letters that are put in, left out, changed or swapped`(
        left: String, right: String, distance: Int
    ) {
        #expect(WordList.distance(Array(left.utf8), Array(right.utf8)) == distance)
        #expect(WordList.distance(Array(right.utf8), Array(left.utf8)) == distance)
    }
}
