/// How much room a shop has for files, and how much of it is taken. It judges whether one more file fits.
package struct FileSpace: Hashable, Sendable {
    /// 1 GiB.
    package static let mostBytes: Int64 = 1 << 30
    /// 64 MiB, more than the snapshot of the largest pack.
    package static let mostBytesOfFile = 64 << 20
    /// In percent. From here on operators and designers are told.
    package static let warnedFrom = 80

    /// The lengths of all files together, those that haven't arrived whole included.
    package let takenBytes: Int64

    package init(takenBytes: Int64) {
        self.takenBytes = takenBytes
    }

    package func hasRoom(for file: FileHead) -> Bool { hasRoom(for: [file]) }

    /// Whether all of these files fit together.
    package func hasRoom(for files: [FileHead]) -> Bool {
        files.reduce(0) { $0 + Int64($1.length) } <= Self.mostBytes - takenBytes
    }

    /// How much of it is taken, in whole percent, rounded down.
    package var takenPercent: Int { Int(takenBytes * 100 / Self.mostBytes) }

    /// Whether so much is taken that people are told.
    package var isNearlyFull: Bool { takenPercent >= Self.warnedFrom }
}
