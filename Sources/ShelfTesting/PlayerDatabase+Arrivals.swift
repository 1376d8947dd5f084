package import ShelfDatabase
package import ShelfModel

extension PlayerDatabase {
    /// The player of a credential, who comes in by it.
    package func player(credential: [UInt8], gifts: [String: Int64], at: Instant) async throws -> Int64 {
        let arrival = Arrival(
            credential: credential, gifts: gifts, token: credential, until: at + .days(60), at: at)
        return try await signIn([arrival])[0].player
    }
}
