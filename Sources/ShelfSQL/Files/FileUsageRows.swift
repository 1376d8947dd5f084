import ShelfModel

extension FileUsage {
    init<Session: SQLSession>(in session: Session) throws {
        let cases = FileKind.needing.map { "WHEN \($0.condition) THEN '\($0.rawValue)'" }
        let rows = try session.rows(
            """
            SELECT kind, COUNT(*), CAST(SUM(length) AS BIGINT)
            FROM (
                SELECT length, CASE \(cases.joined(separator: " ")) ELSE '\(FileKind.unused.rawValue)' END AS kind
                FROM file
            ) AS file_of_kind
            GROUP BY kind
            """)
        let shares = rows.compactMap { row in
            FileKind(rawValue: row[0]).map { ($0, Share(files: row[1], bytes: row[2])) }
        }
        self.init(
            Dictionary(uniqueKeysWithValues: shares),
            databaseBytes: try session.value(Session.bytesOfDatabase) ?? 0)
    }
}

extension FileKind {
    /// Whether a row of `file` is of this kind, if it is of none before.
    var condition: String {
        switch self {
        case .pictures:
            """
            EXISTS (
                SELECT 1 FROM picture_variant AS variant
                JOIN picture ON master = variant.picture AND picture.pipeline = variant.pipeline
                WHERE file = digest AND removed_at_ms IS NULL)
            """
        case .packs:
            """
            EXISTS (SELECT 1 FROM pack_release WHERE snapshot = digest)
            OR EXISTS (SELECT 1 FROM pack_delta WHERE file = digest)
            """
        case .versions: "EXISTS (SELECT 1 FROM content_bundle WHERE file = digest)"
        case .unused: "NOT (\(Self.needing.map(\.condition).joined(separator: " OR ")))"
        }
    }

    fileprivate static let needing = allCases.filter { $0 != .unused }
}
