import Crypto
import ShelfDatabase
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
}
