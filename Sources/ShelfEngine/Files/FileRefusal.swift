package import ShelfModel

/// Why a file isn't taken.
package enum FileRefusal: Error, Hashable, Sendable {
    case empty
    case tooLong
    /// Its bytes have another SHA-256 than its sender says.
    case otherDigest([UInt8])
    case noRoom(FileSpace)
}
