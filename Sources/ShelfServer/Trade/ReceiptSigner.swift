package import Crypto
import ShelfModel
package import ShelfWire

/// Signs what a store sold, with the key that signs its windows.
package struct ReceiptSigner: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    package init(key: Curve25519.Signing.PrivateKey) {
        self.key = key
    }

    package func sign(_ receipt: Receipt) throws -> SignedReceipt {
        try SignedReceipt(receipt, key: key)
    }
}
