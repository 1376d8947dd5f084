package import ShelfModel

/// `GET /v1/admin/files`: what takes the shop's space for files.
package struct FilesAnswer: Hashable, Sendable, Codable {
    /// One for each ``FileKind``.
    package let kinds: [Kind]
    /// All kinds together.
    package let takenBytes: Int64
    /// How much space there is in all.
    package let mostBytes: Int64
    /// Whether so much is taken that people are told.
    package let isNearlyFull: Bool
    /// How much the whole database takes: the files, and all else, such as purchases, which takes nothing of that
    /// space.
    package let databaseBytes: Int64
    /// How many pictures the content in force names.
    package let picturesNamed: Int
    /// How many of them aren't made yet, or can't be made.
    package let picturesMissing: Int

    package struct Kind: Hashable, Sendable, Codable {
        /// ``FileKind``'s raw value.
        package let kind: String
        package let files: Int
        package let bytes: Int64

        package init(kind: String, files: Int, bytes: Int64) {
            (self.kind, self.files, self.bytes) = (kind, files, bytes)
        }
    }

    package init(_ usage: FileUsage, picturesNamed: Int, picturesMissing: Int) {
        (self.picturesNamed, self.picturesMissing) = (picturesNamed, picturesMissing)
        kinds = FileKind.allCases.map { kind in
            Kind(kind: kind.rawValue, files: usage[kind].files, bytes: usage[kind].bytes)
        }
        (takenBytes, mostBytes) = (usage.space.takenBytes, FileSpace.mostBytes)
        (isNearlyFull, databaseBytes) = (usage.space.isNearlyFull, usage.databaseBytes)
    }
}
