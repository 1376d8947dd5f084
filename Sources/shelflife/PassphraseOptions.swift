import ArgumentParser
import Foundation
import ShelfTerminal
import ShelfVault

/// Where a passphrase comes from. It is never an argument and never in the environment, which others can read.
struct PassphraseOptions: ParsableArguments {
    @Option(
        help: """
            Read the passphrase from this file descriptor instead of asking: 0 is standard input, and \
            --passphrase-fd 3 3<FILE reads a file.
            """)
    var passphraseFd: Int32?

    @Flag(help: "Take the passphrase exactly as it is typed. Without this it is made of the word list's words.")
    var exact = false

    /// Asks for the passphrase of something that exists.
    func read(_ prompt: String) throws -> SecretBytes {
        var words: Int?
        return try Self.accepted(typed(prompt), exact, &words)
    }

    /// The passphrase, if somebody gives it: by the descriptor, by a systemd credential, or on the terminal.
    ///
    /// - Returns: `nil` where nobody does, as when a service starts by itself.
    func readIfGiven(_ prompt: String) throws -> Given? {
        if passphraseFd == nil, let given = try credential() { return given }
        guard passphraseFd != nil || isatty(STDIN_FILENO) == 1 else { return nil }
        return Given(passphrase: try read(prompt), isCredential: false)
    }

    /// The passphrase that systemd hands over; `nil` where it has none.
    ///
    /// - Throws: ``UnusableCredential``.
    private func credential() throws -> Given? {
        guard let folder = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"] else { return nil }
        let path = "\(folder)/\(Self.credential)"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw UnusableCredential(why: "\(path) can't be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var words: Int?
        do {
            let typed = try SecretInput.read(descriptor, atMost: Passphrase.bytesAtMost, what: "the credential \(path)")
            return Given(passphrase: try Self.accepted(typed, exact, &words), isCredential: true)
        } catch {
            throw UnusableCredential(why: "\(path): \(error)")
        }
    }

    /// The systemd credential doesn't open the vault.
    struct UnusableCredential: Error {
        let why: String
    }

    /// A passphrase that somebody has given.
    struct Given: ~Copyable {
        let passphrase: SecretBytes
        /// Whether it comes from a systemd credential.
        let isCredential: Bool
    }

    /// The name of the systemd credential with the passphrase.
    private static let credential = "shelflife-passphrase"

    /// Asks for the passphrase of something new: on a terminal twice.
    func readNew(_ prompt: String) throws -> SecretBytes {
        var words: Int?
        let first = try Self.accepted(typed(prompt), exact, &words)
        if let words, words < Passphrase.wordsAtLeast {
            throw UsageError(
                "a passphrase of \(words) words is too short; expected \(Passphrase.wordsAtLeast) or more."
                    + " `shelflife passphrase` makes one")
        }
        guard words != nil || first.count >= Passphrase.bytesAtLeast else {
            throw UsageError(
                "a passphrase of \(first.count) letters is too short; expected \(Passphrase.bytesAtLeast) or more")
        }
        guard isAsked else { return first }
        let second = try Self.accepted(TerminalPrompt.read("Type it again: "), exact, &words)
        guard first.isEqual(to: second) else { throw UsageError("the two passphrases differ; nothing was written") }
        return first
    }

    /// A terminal would show what is typed, so it is asked for like one without a descriptor.
    private var isAsked: Bool { passphraseFd.map { isatty($0) == 1 } ?? true }

    private func typed(_ prompt: String) throws -> SecretBytes {
        guard let passphraseFd, !isAsked else { return try TerminalPrompt.read(prompt) }
        return try SecretInput.read(passphraseFd, atMost: Passphrase.bytesAtMost, what: "the passphrase")
    }

    /// - Parameter words: how many words it has; `nil` for one that is taken as it is.
    private static func accepted(
        _ typed: consuming SecretBytes, _ exact: Bool, _ words: inout Int?
    ) throws -> SecretBytes {
        words = exact ? nil : try Passphrase.words(in: typed)
        guard typed.count > 0, words != 0 else { throw UsageError("the passphrase is empty") }
        return exact ? typed : Passphrase.normalized(typed)
    }
}
