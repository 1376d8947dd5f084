import Foundation
import ShelfTerminal
import ShelfVault

/// Secrets that come through a file descriptor.
enum SecretInput {
    /// Reads up to the end. One line end behind the text doesn't belong to it.
    ///
    /// - Parameter what: names it in an error.
    static func read(_ descriptor: Int32, atMost limit: Int, what: String) throws -> SecretBytes {
        var bytes = SecretBytes(capacity: limit + 3)
        var byte: UInt8 = 0
        while true {
            let count = Foundation.read(descriptor, &byte, 1)
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw UsageError(
                    "\(what) can't be read from descriptor \(descriptor): \(String(cString: strerror(errno)))")
            }
            guard bytes.count < limit + 2 else { throw UsageError("\(what) is longer than \(limit) bytes") }
            bytes.append(byte)
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard bytes.count <= limit else { throw UsageError("\(what) is longer than \(limit) bytes") }
        return bytes
    }
}
