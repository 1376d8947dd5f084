import ArgumentParser
import Foundation
import ShelfTerminal
import ShelfVault

/// `shelflife passphrase`
struct PassphraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passphrase", abstract: "Make a passphrase of words, drawn at random or by real dice.",
        discussion: """
            The words are the EFF's large list, 7,776 of them, so five dice choose one. On standard output is the \
            passphrase alone; how many bits it has is said beside it.
            """)

    @Option(help: "How many words, from \(Passphrase.wordsAtLeast) to 20.")
    var words = Passphrase.wordsUnlessSaid

    @Flag(help: "Read what your own dice show, five digits a word, from standard input.")
    var dice = false

    func validate() throws {
        guard (Passphrase.wordsAtLeast...20).contains(words) else {
            throw ValidationError("--words goes from \(Passphrase.wordsAtLeast) to 20, but is \(words)")
        }
    }

    func run() throws {
        CoreDumps.forbid()
        var generator = SystemRandomNumberGenerator()
        let chosen = try dice ? thrown() : Passphrase.draw(words, using: &generator)
        Output.print(chosen.joined(separator: " "))
        let bits = String(format: "%.1f", Passphrase.bits(words: words))
        Self.say("\(words) words of \(WordList.eff.words.count), each as likely as any other: \(bits) bits.\n")
    }

    private func thrown() throws -> [String] {
        let isAsked = isatty(STDIN_FILENO) == 1
        var chosen: [String] = []
        while chosen.count < words {
            if isAsked { Self.say("Word \(chosen.count + 1) of \(words), what five dice show, such as 2 6 4 1 5: ") }
            guard let line = readLine() else {
                throw UsageError("expected five digits a word for \(words) words, but got \(chosen.count) of them")
            }
            do {
                chosen.append(WordList.eff.word(of: try DiceRolls.read(line)))
            } catch {
                guard isAsked else { throw UsageError("word \(chosen.count + 1): \(error)") }
                Self.say("\(error). Once more.\n")
            }
        }
        return chosen
    }

    /// To the person, beside the output.
    private static func say(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
