package import Crypto
import Foundation

/// Derives from a slot's key what one card needs: the salt for a text, and the encryption key for a salt.
///
/// Both come from the slot's key by HKDF with SHA-256 (RFC 5869) and share its first step, which is made once.
package struct CardKeys {
    private let secret: HashedAuthenticationCode<SHA256>
    private let tail: [UInt8]
    private let seconds: [UInt8]

    private static let saltLabel = Array("shelflife/v2/salt".utf8)

    package init(_ key: ChainKey, for seal: CardSeal) {
        secret = HKDF<SHA256>.extract(inputKeyMaterial: SymmetricKey(data: key.bytes), salt: seal.chain.bytes)
        tail = seal.tail
        seconds = BigEndian.bytes(UInt32(seal.seconds))
    }

    /// 16 bytes of an HMAC (RFC 2104) over the text, so that another text has another salt.
    package func salt(of plaintext: [UInt8]) -> [UInt8] {
        var code = HMAC<SHA256>(key: saltKey)
        code.update(data: seconds)
        code.update(data: plaintext)
        return Array(code.finalize().prefix(CardSeal.saltBytes))
    }

    /// The AES-256 key for the text that has this salt.
    package func key(salt: [UInt8]) -> SymmetricKey {
        derived(CardSeal.label + tail + salt)
    }

    package var saltKey: SymmetricKey { derived(Self.saltLabel + tail) }

    private func derived(_ info: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.expand(pseudoRandomKey: secret, info: info, outputByteCount: 32)
    }
}
