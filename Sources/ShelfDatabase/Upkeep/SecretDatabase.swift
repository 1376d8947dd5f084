/// Stores the secrets that all servers on this database share.
package protocol SecretDatabase: Sendable {
    /// Stores a secret unless there already is one of this name, and returns the stored one.
    func keep(secret: [UInt8], as name: String) async throws -> [UInt8]
}
