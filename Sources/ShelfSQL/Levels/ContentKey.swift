import ShelfModel
import ShelfVault

/// The seed of the key that signs releases of packs, which a database has only one of.
enum ContentKey {
    private static let column = SealedColumn("content_key", "seed", key: [], at: Instant(milliseconds: 0))

    static func seed(in session: some SQLSession) throws -> [UInt8]? {
        let kept: [UInt8]? = try session.value("SELECT seed FROM content_key")
        return try kept.map { try session.seals.open($0, of: column) }
    }

    static func insert(_ seed: [UInt8], into session: some SQLSession) throws {
        try session.run("INSERT INTO content_key VALUES ($1)", [session.seals.seal(seed, for: column)])
    }
}
