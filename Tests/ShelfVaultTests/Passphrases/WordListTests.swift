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
}
