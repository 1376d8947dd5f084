/// What a person has typed of five real dice.
package enum DiceRolls {
    package enum Mistake: Error, Hashable, CustomStringConvertible {
        case notADie(Character)
        case count(Int)

        package var description: String {
            switch self {
            case .notADie(let digit): "“\(digit)” is on no die; expected digits from 1 to 6"
            case .count(let count): "expected \(WordList.dice) digits, one for each die, but got \(count)"
            }
        }
    }

    /// Reads five digits from 1 to 6. Spaces between them don't matter.
    package static func read(_ line: String) throws(Mistake) -> [Int] {
        let digits = line.filter { !$0.isWhitespace }
        let rolls = digits.compactMap { digit in digit.asciiValue.map { Int($0) - 0x30 } }
        if let wrong = digits.first(where: { !("1"..."6").contains($0) || $0.asciiValue == nil }) {
            throw .notADie(wrong)
        }
        guard rolls.count == WordList.dice else { throw .count(rolls.count) }
        return rolls
    }
}
