import Foundation
import ShelfModel

/// A transaction's fields under Apple's names (`JWSTransactionDecodedPayload`), as far as they matter here.
struct TransactionPayload: Decodable, SignedContent {
    let transactionId: String?
    let originalTransactionId: String?
    let bundleId: String?
    let productId: String?
    let purchaseDate: Int64?
    let quantity: Int64?
    let type: String?
    let appAccountToken: String?
    let signedDate: Int64?
    let revocationDate: Int64?
    let revocationReason: Int64?
    let revocationPercentage: Int64?
    let environment: String?
}

extension AppStoreTransaction {
    init(_ payload: TransactionPayload, from origin: Origin) throws(AppStoreError) {
        self.init(
            id: try SignedField.identifier(payload.transactionId, "transactionId"),
            originalID: try SignedField.identifier(payload.originalTransactionId, "originalTransactionId"),
            product: try SignedField.identifier(payload.productId, "productId"),
            bundle: origin.bundle,
            environment: origin.environment,
            purchased: try SignedField.instant(payload.purchaseDate, "purchaseDate"),
            quantity: try SignedField.number(payload.quantity, in: 1...1000, "quantity"),
            type: ProductType(try SignedField.required(payload.type, "type")),
            revocation: try Revocation(payload),
            account: try Self.account(payload.appAccountToken),
            signed: try SignedField.instant(payload.signedDate, "signedDate"))
    }

    private static func account(_ text: String?) throws(AppStoreError) -> UUID? {
        guard let text else { return nil }
        return try SignedField.required(UUID(uuidString: text), "appAccountToken")
    }
}

extension AppStoreTransaction.ProductType {
    init(_ text: String) {
        self = text == "Consumable" ? .consumable : .other(text)
    }
}

extension AppStoreTransaction.Revocation {
    /// Returns `nil` when the payload has no revocation date.
    init?(_ payload: TransactionPayload) throws(AppStoreError) {
        guard payload.revocationDate != nil else { return nil }
        at = try SignedField.instant(payload.revocationDate, "revocationDate")
        reason = payload.revocationReason.flatMap(AppStoreTransaction.Reason.init)
        let share = payload.revocationPercentage.map(RevokedShare.init) ?? .whole
        self.share = try SignedField.required(share, "revocationPercentage")
    }
}
