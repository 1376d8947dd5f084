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
        guard tcgetattr(terminal, &Hidden.shown) == 0 else { throw UsageError(Self.cannotHide) }
        Hidden.terminal = terminal
        var hidden = Hidden.shown
        // Letters come one by one, so that they go straight to their place.
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        let former = Hidden.signals.map { signal($0) { Hidden.end(by: $0) } }
        defer { for (number, action) in zip(Hidden.signals, former) { signal(number, action) } }
        guard tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else { throw UsageError(Self.cannotHide) }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &Hidden.shown)
            say("\n", to: terminal)
        }
        say(prompt, to: terminal)
        let typed = try line(from: terminal, atMost: limit)
        guard !hasMore(terminal) else {
            throw UsageError("several lines were pasted, and nothing was changed; pipe them into this command")
        }
        return typed
    }

    private static let cannotHide = "the terminal can't be set up to hide what is typed"

    /// A terminal that doesn't show what is typed, and what it must be given back as when a signal ends this command.
    private enum Hidden {
        static let signals = [SIGTERM, SIGHUP, SIGINT]
        nonisolated(unsafe) static var shown = termios()
        nonisolated(unsafe) static var terminal: Int32 = -1

        static func end(by number: Int32) {
            tcsetattr(terminal, TCSANOW, &shown)
            signal(number, SIG_DFL)
            raise(number)
        }
    }

    /// Whether more comes at once, as when several lines are pasted.
    private static func hasMore(_ terminal: Int32) -> Bool {
        var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 100) > 0 && waiting.revents & Int16(POLLIN) != 0
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
            case Control.interrupt, Control.quit: throw UsageError("interrupted; nothing was changed")
            case Control.end where typed.count == 0: throw UsageError("nothing was typed; nothing was changed")
            case Control.end: return typed
            case Control.backspace, Control.delete: typed.removeLastCharacter()
            case Control.eraseLine: typed.removeAll()
            case 0..<0x20 where byte != Control.tab: break
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
        static let tab: UInt8 = 9
        static let eraseLine: UInt8 = 21
        static let quit: UInt8 = 28
        static let delete: UInt8 = 127
    }

    private static func say(_ text: String, to terminal: Int32) {
        _ = Array(text.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
    }
}
