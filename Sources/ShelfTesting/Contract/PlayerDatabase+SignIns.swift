package import ShelfDatabase
package import ShelfModel

extension PlayerDatabase {
    /// Signs in with a credential and returns its player.
    package func player(credential: [UInt8], gifts: [String: Int64], at: Instant) async throws -> Int64 {
        let device = DeviceSignIn(
            credential: credential, gifts: gifts, token: credential, until: at + .days(60), at: at)
        return try await signIn([device])[0].player
    }
}
