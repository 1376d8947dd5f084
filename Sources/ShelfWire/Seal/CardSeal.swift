import Crypto
import Foundation

/// Identifies one sealed card by its position, slot, revision and duration, and seals and opens it.
///
/// A sealed card begins with a salt that is made from its text, and its key is made from the salt. So another text
/// under the same name is sealed under another key, and AES-GCM never meets a key and a nonce twice with different
/// texts, even when a server is restored from an old copy and draws the same minutes again. The same text under the
/// same name gives the same bytes each time.
package struct CardSeal: Hashable, Sendable {
    package let chain: ChainID
    package let slot: Int
    package let position: Int
    package let revision: Int
    package let seconds: Int

    static let label = Array("shelflife/v2/card".utf8)
    static let saltBytes = 16
    private static let tagBytes = 16

    package init(chain: ChainID, slot: Int, position: Int, revision: Int, seconds: Int) {
        self.chain = chain
        self.slot = slot
        self.position = position
        self.revision = revision
        self.seconds = seconds
    }

    /// The length of a sealed card whose plaintext has `cardBytes`.
    package static func sealedBytes(cardBytes: Int) -> Int { saltBytes + cardBytes + tagBytes }

    /// The 16 bytes of the salt, the ciphertext, then the 16 bytes of the tag.
    package func seal(_ plaintext: [UInt8], with key: ChainKey) throws -> [UInt8] {
        let keys = CardKeys(key, for: self)
        let salt = keys.salt(of: plaintext)
        let box = try AES.GCM.seal(
            plaintext, using: keys.key(salt: salt), nonce: AES.GCM.Nonce(data: nonce), authenticating: additional)
        return salt + box.ciphertext + box.tag
    }

    /// Returns the plaintext; `nil` when the key is wrong, the bytes were changed, or the salt doesn't belong to the
    /// text.
    package func open(_ sealed: some Collection<UInt8>, with key: ChainKey) -> [UInt8]? {
        let keys = CardKeys(key, for: self)
        let salt = Array(sealed.prefix(Self.saltBytes))
        guard let box = try? AES.GCM.SealedBox(combined: nonce + sealed.dropFirst(Self.saltBytes)),
            let opened = try? AES.GCM.open(box, using: keys.key(salt: salt), authenticating: additional)
        else { return nil }
        let plaintext = Array(opened)
        return keys.salt(of: plaintext) == salt ? plaintext : nil
    }

    package var nonce: [UInt8] {
        BigEndian.bytes(UInt16(position)) + BigEndian.bytes(UInt16(revision)) + BigEndian.bytes(UInt64(slot))
    }

    package var additional: [UInt8] { Self.label + chain.bytes + tail + BigEndian.bytes(UInt32(seconds)) }

    var tail: [UInt8] {
        BigEndian.bytes(UInt64(slot)) + BigEndian.bytes(UInt16(position)) + BigEndian.bytes(UInt16(revision))
    }
}
