package import ShelfModel

/// Why a file isn't taken.
package enum FileRefusal: Error, Hashable, Sendable {
    case empty
    case tooLong
    /// Its bytes have another SHA-256 than its sender says.
    case otherDigest([UInt8])
    case noRoom(FileSpace)
}

extension FileRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the file is empty"
        case .tooLong: "the file is too long; make two packs of it"
        case .otherDigest: "the file has another SHA-256 than its name"
        case .noRoom(let space):
            "the shop has \(space.takenBytes >> 20) MiB of files, and no room for more; nothing was changed"
        }
    }
}
