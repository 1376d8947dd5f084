package import ShelfModel

/// Samples of the data that the App Store signs, as fields with Apple's names.
package enum AppStoreSample {
    package static let bundle = "com.example.game"
    package static let product = "com.example.coins100"
    package static let signed = RFC3339.instant("2026-11-21T09:00:00Z")!
    /// A minute later.
    package static let now = signed + .minutes(1)

    /// A transaction for a consumable. `changes` replaces fields, and removes those whose value is `nil`.
    package static func transaction(
        _ changes: KeyValuePairs<String, (any Sendable)?> = [:]
    ) -> [String: any Sendable] {
        changed(
            [
                "transactionId": "2000000123456789", "originalTransactionId": "2000000123456789",
                "bundleId": bundle, "productId": product, "purchaseDate": signed.milliseconds - 5000,
                "originalPurchaseDate": signed.milliseconds - 5000, "quantity": 1, "type": "Consumable",
                "inAppOwnershipType": "PURCHASED", "signedDate": signed.milliseconds, "environment": "Production",
                "transactionReason": "PURCHASE", "storefront": "USA", "storefrontId": "143441", "price": 990,
                "currency": "USD",
            ], changes)
    }

    /// A notification about a transaction, if one is given.
    package static func notification(
        _ type: String, transaction: String?, _ changes: KeyValuePairs<String, (any Sendable)?> = [:]
    ) -> [String: any Sendable] {
        var data: [String: any Sendable] = [
            "appAppleId": 1_234_567_890, "bundleId": bundle, "bundleVersion": "7", "environment": "Production",
        ]
        data["signedTransactionInfo"] = transaction
        return changed(
            [
                "notificationType": type, "notificationUUID": "2f1c4a9e-7d0b-4b8e-9c55-3a6f1e2d7b80",
                "version": "2.0", "signedDate": signed.milliseconds, "data": data,
            ], changes)
    }

    private static func changed(
        _ fields: [String: any Sendable], _ changes: KeyValuePairs<String, (any Sendable)?>
    ) -> [String: any Sendable] {
        var fields = fields
        for (name, value) in changes { fields[name] = value }
        return fields
    }
}
