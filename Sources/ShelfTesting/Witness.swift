package import Crypto
import ShelfModel
package import ShelfWire

/// Reads one store's windows, checks each as a client would, and keeps them all.
package struct Witness {
    package let store: String
    package let publicKey: Curve25519.Signing.PublicKey
    package let secret: AppSecret?
    package private(set) var keys = KeyRing()
    package private(set) var windows: [WindowFile] = []

    package init(store: String, publicKey: Curve25519.Signing.PublicKey, secret: AppSecret? = nil) {
        self.store = store
        self.publicKey = publicKey
        self.secret = secret
    }

    /// Takes the public key that the server tells.
    package init(store: String, client: InProcessClient, secret: AppSecret? = nil) async throws {
        let answer = try await client.send(RequestTarget.stores.path)
        let stores = try WireJSON.decode([StoreDescription].self, answer.body)
        guard let text = stores.first(where: { $0.id == store })?.publicKey, let bytes = Base64URL.decode(text) else {
            throw WindowError.store
        }
        self.init(store: store, publicKey: try Curve25519.Signing.PublicKey(rawRepresentation: bytes), secret: secret)
    }

    /// Fetches the newest window and checks it.
    @discardableResult
    package mutating func look(at client: InProcessClient) async throws -> WindowFile {
        try see(await client.send(RequestTarget.window(store: store).path).body)
    }

    @discardableResult
    package mutating func see(_ bytes: [UInt8]) throws -> WindowFile {
        let file = try WindowFile(
            reading: bytes,
            expecting: WindowFile.Expectations(
                store: store, publicKey: publicKey, sequence: windows.last?.header.sequence, chains: keys.chains))
        keys.trust(file.header, secret: secret)
        if windows.last?.header.sequence != file.header.sequence { windows.append(file) }
        return file
    }

    /// Takes a key that came outside of a window.
    package mutating func hear(_ released: ReleasedKey, latest: Int64) throws {
        try keys.accept(released, secret: secret, latest: .init(milliseconds: latest))
    }

    /// The card of a listing; `nil` while its key isn't known.
    package mutating func card(of listing: SealedListing) -> Card? {
        keys.key(listing.chain, slot: listing.slot).flatMap(listing.open(with:))
    }
}
