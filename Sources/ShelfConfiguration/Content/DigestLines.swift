import ShelfModel
import ShelfWire

/// Names and digests of files, as `sha256sum` writes and verifies them: a line for each with the SHA-256 in hexadecimal
/// digits, two spaces and the name.
package enum DigestLines {
    package struct BadLine: Error, Hashable, CustomStringConvertible {
        /// Counted from 1.
        package let number: Int

        package var description: String {
            "line \(number) has another form; expected 64 hexadecimal digits, two spaces and a name, each name once"
        }
    }

    static let bytesAtMost = 4 << 20

    /// - Parameter isName: whether a file may be called so.
    /// - Throws: ``BadLine`` for the first line of another form.
    static func read(
        _ bytes: [UInt8], isName: (String) -> Bool
    ) throws(BadLine) -> [(name: String, digest: [UInt8])] {
        var entries: [(String, [UInt8])] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard line.count > 66, line.dropFirst(64).prefix(2).elementsEqual("  ".utf8),
                let digest = Hex.decode(String(decoding: line.prefix(64), as: UTF8.self)),
                let name = String(validating: line.dropFirst(66), as: UTF8.self), isName(name)
            else { throw BadLine(number: index + 1) }
            entries.append((name, digest))
        }
        return entries
    }

    static func text(_ entries: [(name: String, digest: [UInt8])]) -> String {
        entries.map { "\(Hex.encode($0.digest))  \($0.name)\n" }.joined()
    }
}
