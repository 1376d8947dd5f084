extension SQLiteSchema {
    /// A release knows how many of its levels lack their background.
    static let bareLevels = "ALTER TABLE pack_release ADD COLUMN bare_levels INTEGER NOT NULL DEFAULT 0"
}
