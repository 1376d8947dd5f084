package import Crypto
import ShelfModel

/// Signs a store's receipts and notices, with the same key as its windows.
package struct ReceiptSigner: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    package init(key: Curve25519.Signing.PrivateKey) {
        self.key = key
    }

    package func sign(_ receipt: Receipt) throws -> SignedReceipt {
        try SignedReceipt(receipt, key: key)
    }

    package func sign(_ notice: Notice) throws -> SignedNotice {
        try SignedNotice(notice, key: key)
    }
}
