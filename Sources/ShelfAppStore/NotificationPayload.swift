/// A notification's fields under Apple's names (`responseBodyV2DecodedPayload`), as far as they matter here.
struct NotificationPayload: Decodable, SignedContent {
    let notificationType: String?
    let subtype: String?
    let notificationUUID: String?
    let signedDate: Int64?
    let data: Subject?
    let summary: Subject?
    let appData: Subject?
    let externalPurchaseToken: Subject?

    /// The app that a notification is about. It stands in one of four places, depending on the notification's type.
    struct Subject: Decodable {
        let bundleId: String?
        let environment: String?
        let externalPurchaseId: String?
        let signedTransactionInfo: String?
    }

    private var subject: Subject? { data ?? summary ?? appData ?? externalPurchaseToken }

    var bundleId: String? { subject?.bundleId }

    /// A token for a purchase outside of the App Store has no such field; its first letters name the environment.
    var environment: String? {
        if let environment = subject?.environment { return environment }
        return subject?.externalPurchaseId.map { $0.hasPrefix("SANDBOX") ? "Sandbox" : "Production" }
    }
}

extension AppStoreNotification {
    init(
        _ payload: NotificationPayload, from origin: Origin, transaction: AppStoreTransaction?
    ) throws(AppStoreError) {
        let type = Kind(try SignedField.identifier(payload.notificationType, "notificationType"))
        if type.needsTransaction, transaction == nil { throw .field("data.signedTransactionInfo") }
        self.init(
            id: try SignedField.identifier(payload.notificationUUID, "notificationUUID"),
            type: type,
            subtype: payload.subtype,
            bundle: origin.bundle,
            environment: origin.environment,
            signed: try SignedField.instant(payload.signedDate, "signedDate"),
            transaction: transaction)
    }
}
