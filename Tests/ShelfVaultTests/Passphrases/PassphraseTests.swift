import ShelfVault
import Testing

@Suite struct PassphraseTests {
    private static func read(_ typed: String) throws -> (text: String, count: Int) {
        let typed = SecretBytes(Array(typed.utf8))
        let count = try Passphrase.words(in: typed)
        return (Passphrase.normalized(typed).withBytes { String(decoding: $0, as: UTF8.self) }, count)
    }

    @Test(arguments: ["zoom abacus", "  Zoom\t ABACUS \r\n", "zoom   abacus"])
    func `Capitals and spaces don't matter`(typed: String) throws {
        let (text, count) = try Self.read(typed)
        #expect(text == "zoom abacus" && count == 2)
    }

    @Test(arguments: [
        ("zoom Abacsu zoom", "abacsu", 2, "abacus"), ("überraschung", "überraschung", 1, nil),
        ("zom", "zom", 1, "zoom"), ("tshirt", "tshirt", 1, "t-shirt"), ("xqzkwv", "xqzkwv", 1, nil),
    ])
    func `A misspelt word is named, with its number and the word that was meant`(
        typed: String, word: String, number: Int, nearest: String?
    ) throws {
        let unknown = try #require(throws: Passphrase.UnknownWord.self) { try Self.read(typed) }
        #expect((unknown.word, unknown.number, unknown.nearest) == (word, number, nearest))
    }

    @Test func `Nothing has no words`() throws {
        #expect(try Self.read(" \n").count == 0)
    }

    @Test func `Bits follow from the list and the number of words`() {
        #expect(abs(Passphrase.bits(words: 6) - 77.549) < 0.001)
        #expect(abs(Passphrase.bits(words: 7) - 90.474) < 0.001)
    }

    /// With 7,775 degrees of freedom the statistic has a standard deviation of 125. Six of them come by chance once in
    /// a thousand million runs.
    @Test func `Each word is drawn as often as any other`() {
        var generator = SystemRandomNumberGenerator()
        let drawn = Passphrase.draw(Self.draws, using: &generator).map { Self.place[$0]! }
        #expect(abs(Self.chiSquare(drawn) - 7775) < 6 * 125)
    }

    @Test func `The same measure sees a draw that prefers some words`() {
        var generator = SystemRandomNumberGenerator()
        let drawn = (0..<Self.draws).map { _ in Int(UInt16.random(in: .min ... .max, using: &generator)) % 7776 }
        #expect(abs(Self.chiSquare(drawn) - 7775) > 6 * 125)
    }

    private static let draws = 777_600
    private static let place = Dictionary(uniqueKeysWithValues: zip(WordList.eff.words, 0...))

    private static func chiSquare(_ drawn: [Int]) -> Double {
        var counts = [Int](repeating: 0, count: 7776)
        for place in drawn { counts[place] += 1 }
        let expected = Double(drawn.count) / 7776
        return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    }

    @Test(arguments: [("26415", [2, 6, 4, 1, 5]), (" 1 1\t1 1 1 ", [1, 1, 1, 1, 1])])
    func `Dice are read with or without spaces`(line: String, rolls: [Int]) throws {
        #expect(try DiceRolls.read(line) == rolls)
    }

    @Test(arguments: [
        ("26475", DiceRolls.Mistake.notADie("7")), ("0", .notADie("0")), ("2641", .count(4)), ("264155", .count(6)),
        ("", .count(0)), ("２6415", .notADie("２")),
        ("1\u{301}1111", .notADie("1\u{301}")), ("2\u{fe0f}\u{20e3}1111", .notADie("2\u{fe0f}\u{20e3}")),
    ])
    func `A digit that is on no die, or is missing, is told`(line: String, mistake: DiceRolls.Mistake) {
        #expect(throws: mistake) { try DiceRolls.read(line) }
    }
}
