import ArgumentParser
import Foundation
import ShelfTerminal

/// Asks a person on the terminal.
enum Questions {
    /// Whether somebody is there to answer.
    static var areAnswered: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// - Parameters:
    ///   - given: an answer that was given already; then nothing is asked.
    ///   - usual: the answer of who just presses Enter, and where nobody is asked.
    ///   - read: what an answer means. While it throws, its error is shown and the question asked again.
    static func ask<Answer>(
        _ question: String, given: String?, usual: String, if asks: Bool, read: (String) throws -> Answer
    ) throws -> Answer {
        guard given == nil, asks else { return try read(given ?? usual) }
        while true {
            let line = try line("\(question) [\(usual)] ")
            do {
                return try read(line.isEmpty ? usual : line)
            } catch let error as ValidationError {
                say("\(error.message)\n")
            }
        }
    }

    static func ask(_ question: String, given: Bool?, usual: Bool, if asks: Bool) throws -> Bool {
        try ask(question, given: given.map(word), usual: word(usual), if: asks) { line in
            switch line.lowercased() {
            case "y", "yes": true
            case "n", "no": false
            default: throw ValidationError("answer yes or no.")
            }
        }
    }

    private static func word(_ answer: Bool) -> String { answer ? "yes" : "no" }

    private static func line(_ prompt: String) throws -> String {
        say(prompt)
        guard let line = readLine() else { throw UsageError("the input has ended; nothing was written") }
        return line.trimmingCharacters(in: .whitespaces)
    }

    private static func say(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
