package import ShelfModel

/// A row of a file, whose parts are rows of their own.
struct StoredFile {
    let head: FileHead
    let isWhole: Bool

    static func find(_ digest: [UInt8], in session: some SQLSession) throws -> StoredFile? {
        try session.row("SELECT length, whole_at_ms FROM file WHERE digest = $1", [digest]).map {
            StoredFile(
                head: FileHead(digest: digest, length: $0["length"]),
                isWhole: ($0["whole_at_ms"] as Instant?) != nil)
        }
    }

    /// The numbers of the parts that are there.
    static func parts(of digest: [UInt8], in session: some SQLSession) throws -> [Int] {
        try session.rows("SELECT part FROM file_part WHERE file = $1 ORDER BY part", [digest]).map { $0[0] }
    }

    /// A clock that is behind takes no time from a file.
    static func renew(_ digest: [UInt8], at instant: Instant, in session: some SQLSession) throws {
        try session.run(
            "UPDATE file SET renewed_at_ms = $2 WHERE digest = $1 AND renewed_at_ms < $2", [digest, instant])
    }
}

extension FileSpace {
    package init(in session: some SQLSession) throws {
        self.init(takenBytes: try session.value("SELECT CAST(COALESCE(SUM(length), 0) AS BIGINT) FROM file") ?? 0)
    }
}
