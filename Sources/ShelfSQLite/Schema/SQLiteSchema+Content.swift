extension SQLiteSchema {
    /// Who has cancelled a scheduled version of the content.
    static let cancelledVersions = """
        ALTER TABLE content_version ADD COLUMN cancelled_by TEXT;
        ALTER TABLE content_version ADD COLUMN cancelled_at_ms INTEGER;
        ALTER TABLE content_version ADD COLUMN cancelled_reason TEXT;
        """
}
