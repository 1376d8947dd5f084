import Foundation
import ShelfTerminal
import ShelfVault

/// A secret that a vault is to hold, as the person gives it.
enum SecretText {
    /// Reads it from standard input, or asks for it where that is a terminal.
    static func read(_ prompt: String) throws -> String {
        let limit = Vault.secretBytesAtMost
        let bytes =
            isatty(STDIN_FILENO) == 1
            ? try TerminalPrompt.read(prompt, atMost: limit)
            : try SecretInput.read(STDIN_FILENO, atMost: limit, what: "the secret")
        guard let text = bytes.withBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw UsageError("the secret is no text in UTF-8; write bytes in base64")
        }
        return text
    }
}
