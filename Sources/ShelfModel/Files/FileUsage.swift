/// What takes a shop's space for files.
package struct FileUsage: Hashable, Sendable {
    /// All files of one kind.
    package struct Share: Hashable, Sendable {
        package let files: Int
        package let bytes: Int64

        package init(files: Int, bytes: Int64) {
            (self.files, self.bytes) = (files, bytes)
        }

        package static let none = Share(files: 0, bytes: 0)
    }

    private let shares: [FileKind: Share]
    /// How much the whole database takes, in bytes: the files, and all else, such as purchases, which takes nothing of
    /// the space for files.
    package let databaseBytes: Int64

    /// - Parameter shares: kinds without any file may be missing.
    package init(_ shares: [FileKind: Share], databaseBytes: Int64) {
        (self.shares, self.databaseBytes) = (shares, databaseBytes)
    }

    package subscript(kind: FileKind) -> Share { shares[kind] ?? .none }

    /// All kinds together.
    package var space: FileSpace { FileSpace(takenBytes: shares.values.reduce(0) { $0 + $1.bytes }) }
}
