package import ShelfModel

/// The packs of a content, as ``DigestLines``: a line for each pack's bundle, which is called like the pack, and one for
/// the master of each of its pictures, such as `warehouse/crate.png`.
///
/// A content version has this list and not the bundles, so that it is published in one short transaction.
package struct PackList: Hashable, Sendable {
    /// The folder of the packs, beside the content file.
    package static let folder = "packs"
    /// The list's path in a content version.
    package static let path = "packs/SHA256SUMS"

    /// Sorted by id.
    package let packs: [ContentPack]

    package init(_ packs: [ContentPack]) {
        self.packs = packs.sorted { $0.id < $1.id }
    }

    /// - Throws: ``DigestLines/BadLine``, also for a pack again, and for a picture of no pack.
    package init(text bytes: [UInt8]) throws(DigestLines.BadLine) {
        var bundles: [String: [UInt8]] = [:]
        var pictures: [String: [String: [UInt8]]] = [:]
        for (index, line) in try DigestLines.read(bytes, isName: Self.isName).enumerated() {
            let parts = line.name.split(separator: "/", maxSplits: 1).map(String.init)
            let isNew =
                parts.count == 1
                ? bundles.updateValue(line.digest, forKey: parts[0]) == nil
                : pictures[parts[0], default: [:]].updateValue(line.digest, forKey: parts[1]) == nil
            guard isNew else { throw DigestLines.BadLine(number: index + 1) }
        }
        guard Set(pictures.keys).isSubset(of: bundles.keys) else { throw DigestLines.BadLine(number: 1) }
        self.init(bundles.map { ContentPack(id: $0, bundle: $1, pictures: pictures[$0] ?? [:]) })
    }

    private static func isName(_ name: String) -> Bool {
        let pack = String(name.prefix { $0 != "/" })
        return ContentFile(path: name, bytes: []).staysInFolder && Form<String>.id(64).read(pack) != nil
    }

    package var file: ContentFile { ContentFile(path: Self.path, bytes: Array(text.utf8)) }

    private var text: String {
        DigestLines.text(
            packs.flatMap { pack in
                [(pack.id, pack.bundle)] + pack.pictures.sorted { $0.key < $1.key }.map { ("\(pack.id)/\($0)", $1) }
            })
    }
}
