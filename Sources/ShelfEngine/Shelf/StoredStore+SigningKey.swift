import Crypto
package import ShelfDatabase
import ShelfWire

extension StoredStore {
    /// The key that signs the store's receipts, also after the store was closed.
    ///
    /// - Throws: ``StartError/damagedStore(_:)``.
    func signingKey() throws(StartError) -> Curve25519.Signing.PrivateKey {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: signingSeed) else {
            throw .damagedStore(id)
        }
        return key
    }

    /// The key that apps have, in Base64url.
    ///
    /// - Throws: ``StartError/damagedStore(_:)``.
    package var publicKey: String {
        get throws(StartError) { Base64URL.encode(try signingKey().publicKey.rawRepresentation) }
    }
}
