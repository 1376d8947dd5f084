/// What became of a shop's files in a backup.
package struct BackupFileCounts: Hashable, Sendable {
    /// The same on the disk as in an earlier backup.
    package internal(set) var linked = 0
    /// Written anew.
    package internal(set) var written = 0
    /// Still in the database of the backup, since their bytes aren't what their names say.
    package internal(set) var unsound = 0
    /// Files of earlier backups whose bytes aren't what their names say, or that others may change. They were written
    /// anew.
    package internal(set) var damaged: [String] = []
    /// Why the disk didn't link a file, in the system's words; `nil` when it linked each that it was asked for.
    package internal(set) var obstacle: String?
}
