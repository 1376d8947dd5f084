package import ShelfModel
import ShelfWire

/// The names and digests of a content's masters, as `sha256sum` writes and verifies them: a line for each with the
/// SHA-256 in hexadecimal digits, two spaces and the file's name.
///
/// A content version has this list and not the masters, so that it is published in one short transaction.
package struct PictureList: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        /// Without the folder, such as `koi.png`.
        package let name: String
        /// SHA-256 of the master, 32 bytes.
        package let master: [UInt8]

        package init(name: String, master: [UInt8]) {
            (self.name, self.master) = (name, master)
        }

        /// The name without its suffix.
        var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }
    }

    /// The folder of the masters, beside the configuration file.
    package static let folder = "pictures"
    /// The list's path in a content version.
    package static let path = "pictures/SHA256SUMS"
    /// A list beside the masters of those whose pictures an operator has removed. An export writes it.
    package static let removedFile = "REMOVED"
    static let bytesAtMost = 4 << 20

    /// Sorted by name.
    package let entries: [Entry]

    package init(entries: [Entry]) {
        self.entries = entries.sorted { $0.name < $1.name }
    }

    /// - Throws: the number of the first line that isn't such a line, from 1 on.
    package init(text bytes: [UInt8]) throws(BadLine) {
        var entries: [Entry] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard line.count > 66, line.dropFirst(64).prefix(2).elementsEqual("  ".utf8),
                let master = Hex.decode(String(decoding: line.prefix(64), as: UTF8.self)),
                let name = String(validating: line.dropFirst(66), as: UTF8.self), Self.isName(name)
            else { throw BadLine(number: index + 1) }
            entries.append(Entry(name: name, master: master))
        }
        self.init(entries: entries)
    }

    /// Whether a file may be called so: it stays in the folder, and is one line that no terminal obeys.
    static func isName(_ name: String) -> Bool {
        !name.contains("/") && ContentFile(path: name, bytes: []).staysInFolder
    }

    package struct BadLine: Error, Hashable {
        package let number: Int
    }

    package var file: ContentFile { ContentFile(path: Self.path, bytes: Array(text.utf8)) }

    package var text: String { entries.map { "\(Hex.encode($0.master))  \($0.name)\n" }.joined() }
}
