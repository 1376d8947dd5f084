import Foundation
import ShelfConfiguration

/// What a command prints.
///
/// Commands print here and nowhere else, because Swift's `print` says nothing of a full disk and `FileHandle` crashes
/// when nobody reads. Printing may end the command, so a command that changes something prints once that is done. The
/// servers don't print here: they go on serving when nobody reads what they say.
///
/// What is printed may come from a server that somebody else runs. So here, and nowhere else, what a terminal would
/// obey is escaped.
enum Output {
    static func print(_ line: String) {
        print([line])
    }

    static func print(_ lines: [String]) {
        put(lines.flatMap { Array("\($0.visibleLine)\n".utf8) })
    }

    /// Prints a file: as it is, but for a terminal without what that would obey.
    static func print(bytes: [UInt8]) {
        guard isatty(STDOUT_FILENO) == 1 else { return put(bytes) }
        put(Array(String(decoding: bytes, as: UTF8.self).visibleText.utf8))
    }

    private static func put(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let (count, code) = rest.withUnsafeBytes { (write(STDOUT_FILENO, $0.baseAddress, $0.count), errno) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if code == EAGAIN {
                var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&output, 1, -1)
            } else if code != EINTR {
                end(code)
            }
        }
    }

    /// Ends the command after a write has failed.
    private static func end(_ code: Int32) -> Never {
        guard code == EPIPE else {
            let reason = String(cString: strerror(code))
            let text = "Error: the output can't be written: \(reason). What is there of it is incomplete\n"
            try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
            exit(EXIT_FAILURE)
        }
        // The reader has gone, such as `head`. Programs end by this signal then, without a word; NIO has it ignored,
        // because sockets raise it, too.
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        _exit(128 + SIGPIPE)
    }
}
