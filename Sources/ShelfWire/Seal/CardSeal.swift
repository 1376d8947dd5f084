package import Crypto
import Foundation

/// Names one sealed card: everything that its key, its nonce and its seal are made from.
///
/// A name is used for one plaintext only. Sealing another under the same name
/// would break AES-GCM, which is why a listing is sealed once and stored.
package struct CardSeal: Hashable, Sendable {
    package let chain: ChainID
    package let slot: Int
    package let position: Int
    package let revision: Int
    package let seconds: Int

    package init(chain: ChainID, slot: Int, position: Int, revision: Int, seconds: Int) {
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.seconds = seconds
    }

    /// Ciphertext, then the 16 bytes of the tag.
    package func seal(_ plaintext: [UInt8], with key: ChainKey) throws -> [UInt8] {
        let box = try AES.GCM.seal(
            plaintext, using: cardKey(key), nonce: AES.GCM.Nonce(data: nonce), authenticating: additional)
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// The plaintext, or `nil` when the key or a byte is not the one it was sealed with.
    package func open(_ sealed: some Collection<UInt8>, with key: ChainKey) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: nonce + Array(sealed)) else { return nil }
        return (try? AES.GCM.open(box, using: cardKey(key), authenticating: additional)).map(Array.init)
    }

    package var nonce: [UInt8] {
        BigEndian.bytes(UInt16(position)) + BigEndian.bytes(UInt16(revision)) + BigEndian.bytes(UInt64(slot))
    }

    package var additional: [UInt8] {
        Array("shelflife/v1/card".utf8) + chain.bytes + tail + BigEndian.bytes(UInt32(seconds))
    }

    package func cardKey(_ key: ChainKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key.bytes), salt: chain.bytes,
            info: Array("shelflife/v1/card".utf8) + tail, outputByteCount: 32)
    }

    private var tail: [UInt8] {
        BigEndian.bytes(UInt64(slot)) + BigEndian.bytes(UInt16(position)) + BigEndian.bytes(UInt16(revision))
    }
}
