import ShelfAppStore
import ShelfModel
import ShelfTesting
import Testing

@Suite struct NotificationTests {
    @Test func `a notification is read with the transaction that it is about`() async throws {
        let notification = try await Counter().notification("REFUND", ["quantity": 2])
        #expect(notification.id == "2f1c4a9e-7d0b-4b8e-9c55-3a6f1e2d7b80")
        #expect(notification.type == .refund)
        #expect(notification.subtype == nil)
        #expect(notification.bundle == AppStoreSample.bundle)
        #expect(notification.environment == .production)
        #expect(notification.signed == AppStoreSample.signed)
        #expect(notification.transaction?.quantity == 2)
    }

    @Test(arguments: ["REFUND", "REVOKE"])
    func `a refund and a revocation take back, the share that the App Store names`(type: String) async throws {
        let counter = try Counter()
        let whole = try await counter.notification(type)
        #expect(whole.consequence == .takeBack(try #require(whole.transaction), .whole))
        let part = try await counter.notification(
            type, ["revocationDate": 1_795_000_000_000, "revocationPercentage": 33_333])
        let share = try #require(RevokedShare(thousandthsOfPercent: 33_333))
        #expect(part.consequence == .takeBack(try #require(part.transaction), share))
    }

    @Test func `a refund that is reversed gives again`() async throws {
        let notification = try await Counter().notification("REFUND_REVERSED")
        #expect(notification.consequence == .giveAgain(try #require(notification.transaction)))
    }

    @Test(arguments: ["TEST", "CONSUMPTION_REQUEST", "REFUND_DECLINED", "ONE_TIME_CHARGE", "DID_RENEW", "NEW_ONE"])
    func `any other notification is acknowledged and changes nothing`(type: String) async throws {
        let counter = try Counter()
        #expect(try await counter.notification(type).consequence == .nothing)
        let bare = try await counter.notification(AppStoreSample.notification(type, transaction: nil))
        #expect(bare.transaction == nil && bare.consequence == .nothing)
    }

    @Test func `a subscription's refund is none of the wallet's`() async throws {
        let notification = try await Counter().notification("REFUND", ["type": "Auto-Renewable Subscription"])
        #expect(notification.consequence == .nothing)
    }

    @Test(arguments: ["REFUND", "REVOKE", "REFUND_REVERSED"])
    func `one that is about money and names no transaction is refused`(type: String) async throws {
        await #expect(throws: AppStoreError.field("data.signedTransactionInfo")) {
            try await Counter().notification(AppStoreSample.notification(type, transaction: nil))
        }
    }

    @Test func `a transaction inside that another chain signed is refused`() async throws {
        let inner = try AppStoreAuthority().sign(AppStoreSample.transaction())
        await #expect(throws: AppStoreError.untrusted) {
            try await Counter().notification(AppStoreSample.notification("REFUND", transaction: inner))
        }
    }

    @Test func `a transaction inside that is another app's is refused`() async throws {
        await #expect(throws: AppStoreError.bundle(found: "com.example.other", expected: AppStoreSample.bundle)) {
            try await Counter().notification("REFUND", ["bundleId": "com.example.other"])
        }
    }

    @Test func `a notification that a stranger signed around a true transaction is refused`() async throws {
        let counter = try Counter()
        let inner = try counter.authority.sign(AppStoreSample.transaction())
        let outer = try AppStoreAuthority().sign(AppStoreSample.notification("REFUND", transaction: inner))
        await #expect(throws: AppStoreError.untrusted) {
            try await counter.verifier.notification(outer, at: AppStoreSample.now)
        }
    }

    @Test func `a transaction is no notification, nor the other way round`() async throws {
        let counter = try Counter()
        await #expect(throws: AppStoreError.field("bundleId")) {
            try await counter.notification(AppStoreSample.transaction())
        }
        let notification = try counter.authority.sign(AppStoreSample.notification("TEST", transaction: nil))
        await #expect(throws: AppStoreError.field("bundleId")) { try await counter.transaction(notification) }
    }

    @Test func `another app's and another environment's notifications are refused`() async throws {
        let counter = try Counter()
        await #expect(throws: AppStoreError.bundle(found: "com.example.other", expected: AppStoreSample.bundle)) {
            try await counter.notification(
                AppStoreSample.notification(
                    "TEST", transaction: nil,
                    ["data": ["bundleId": "com.example.other", "environment": "Production"]]))
        }
        await #expect(throws: AppStoreError.environment(found: "Sandbox", expected: .production)) {
            try await counter.notification(
                AppStoreSample.notification(
                    "TEST", transaction: nil,
                    ["data": ["bundleId": AppStoreSample.bundle, "environment": "Sandbox"]]))
        }
    }

    @Test(arguments: ["summary", "appData", "externalPurchaseToken"])
    func `a notification that is about no purchase says elsewhere which app it is for`(place: String) async throws {
        let subject = [
            "bundleId": AppStoreSample.bundle, "environment": "Production", "externalPurchaseId": "3f2a",
        ]
        let notification = try await Counter().notification(
            AppStoreSample.notification("OTHER", transaction: nil, ["data": nil, place: subject]))
        #expect(notification.consequence == .nothing)
    }

    @Test(arguments: ["notificationType", "notificationUUID", "signedDate"])
    func `a field that is missing is named`(field: String) async throws {
        await #expect(throws: AppStoreError.field(field)) {
            try await Counter().notification(
                AppStoreSample.notification("TEST", transaction: nil, [field: nil]))
        }
    }
}
