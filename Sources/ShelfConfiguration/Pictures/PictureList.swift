package import ShelfModel
import ShelfWire

/// The names and digests of the masters of a content's items, as ``DigestLines``.
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

    /// The folder of the masters, beside the content file.
    package static let folder = "pictures"
    /// The list's path in a content version.
    package static let path = "pictures/SHA256SUMS"
    /// A list, in the folder of the masters or of a pack, of those whose pictures an operator has removed. An export
    /// writes it.
    package static let removedFile = "REMOVED"

    /// Sorted by name.
    package let entries: [Entry]

    package init(entries: [Entry]) {
        self.entries = entries.sorted { $0.name < $1.name }
    }

    /// - Throws: ``DigestLines/BadLine``.
    package init(text bytes: [UInt8]) throws(DigestLines.BadLine) {
        let lines = try DigestLines.read(bytes, isName: Self.isName)
        self.init(entries: lines.map { Entry(name: $0.name, master: $0.digest) })
    }

    /// Whether a file may be called so: it stays in the folder, and is one line that no terminal obeys.
    static func isName(_ name: String) -> Bool {
        !name.contains("/") && ContentFile(path: name, bytes: []).staysInFolder
    }

    package var file: ContentFile { ContentFile(path: Self.path, bytes: Array(text.utf8)) }

    package var text: String { DigestLines.text(entries.map { ($0.name, $0.master) }) }
}
