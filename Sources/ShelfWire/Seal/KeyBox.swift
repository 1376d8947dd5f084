import Crypto
import Foundation

/// A released key, wrapped for those who hold the app secret.
///
/// The nonce follows from the slot. That is safe because a slot of a chain has only one key, so the same plaintext is
/// encrypted each time.
package enum KeyBox {
    package static func seal(_ key: ChainKey, slot: Int, chain: ChainID, secret: AppSecret) throws -> [UInt8] {
        let nonce = nonce(slot: slot)
        let box = try AES.GCM.seal(
            key.bytes, using: boxKey(chain: chain, secret: secret), nonce: AES.GCM.Nonce(data: nonce),
            authenticating: additional(slot: slot, chain: chain))
        return nonce + box.ciphertext + box.tag
    }

    /// Opens a box; `nil` when it is for another slot or another secret.
    package static func open(_ box: [UInt8], slot: Int, chain: ChainID, secret: AppSecret) -> ChainKey? {
        guard box.count == 12 + 32 + 16, Array(box.prefix(12)) == nonce(slot: slot),
            let sealed = try? AES.GCM.SealedBox(combined: box),
            let key = try? AES.GCM.open(
                sealed, using: boxKey(chain: chain, secret: secret),
                authenticating: additional(slot: slot, chain: chain))
        else { return nil }
        return ChainKey(bytes: Array(key))
    }

    private static func boxKey(chain: ChainID, secret: AppSecret) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret.bytes), salt: chain.bytes,
            info: Array("shelflife/v1/box".utf8), outputByteCount: 32)
    }

    private static func nonce(slot: Int) -> [UInt8] {
        [0, 0, 0, 0] + BigEndian.bytes(UInt64(slot))
    }

    private static func additional(slot: Int, chain: ChainID) -> [UInt8] {
        chain.bytes + BigEndian.bytes(UInt64(slot))
    }
}
