import Foundation
import ShelfTerminal
import ShelfVault

/// Asks a person for a secret on the terminal, without showing it.
enum TerminalPrompt {
    /// - Throws: ``UsageError`` when there is no terminal.
    static func read(_ prompt: String, atMost limit: Int = Passphrase.bytesAtMost) throws -> SecretBytes {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw UsageError("there is no terminal to ask for the passphrase on; give it by --passphrase-fd")
        }
        defer { close(terminal) }
        var shown = termios()
        guard tcgetattr(terminal, &shown) == 0 else {
            throw UsageError("the terminal can't be set up to hide what is typed")
        }
        var hidden = shown
        // Letters come one by one, so that they go straight to their place, and ^C doesn't leave the terminal hidden.
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else {
            throw UsageError("the terminal can't be set up to hide what is typed")
        }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &shown)
            say("\n", to: terminal)
        }
        say(prompt, to: terminal)
        return try line(from: terminal, atMost: limit)
    }

    private static func line(from terminal: Int32, atMost limit: Int) throws -> SecretBytes {
        var typed = SecretBytes(capacity: limit)
        var byte: UInt8 = 0
        while true {
            let count = Foundation.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { throw UsageError("the terminal was closed; nothing was changed") }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return typed
            case Control.interrupt: throw UsageError("interrupted; nothing was changed")
            case Control.end where typed.count == 0: throw UsageError("nothing was typed; nothing was changed")
            case Control.end: return typed
            case Control.backspace, Control.delete: typed.removeLastCharacter()
            case Control.eraseLine: typed.removeAll()
            default:
                guard typed.count < limit else { throw UsageError("what was typed is longer than \(limit) bytes") }
                typed.append(byte)
            }
        }
    }

    private enum Control {
        static let interrupt: UInt8 = 3
        static let end: UInt8 = 4
        static let backspace: UInt8 = 8
        static let eraseLine: UInt8 = 21
        static let delete: UInt8 = 127
    }

    private static func say(_ text: String, to terminal: Int32) {
        _ = Array(text.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
    }
}
