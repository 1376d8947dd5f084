import Foundation
import ShelfAppStore
import ShelfModel
import ShelfTesting
import Testing

@Suite struct TransactionTests {
    @Test func `a transaction that the App Store signed is read whole`() async throws {
        let account = UUID()
        let transaction = try await Counter().transaction([
            "quantity": 3, "appAccountToken": account.uuidString.lowercased(),
        ])
        #expect(transaction.id == "2000000123456789")
        #expect(transaction.originalID == "2000000123456789")
        #expect(transaction.product == "com.example.coins100")
        #expect(transaction.bundle == "com.example.game")
        #expect(transaction.environment == .production)
        #expect(transaction.purchased == AppStoreSample.signed - .seconds(5))
        #expect(transaction.quantity == 3)
        #expect(transaction.type == .consumable)
        #expect(transaction.revocation == nil)
        #expect(transaction.account == account)
        #expect(transaction.signed == AppStoreSample.signed)
    }

    @Test func `a transaction that was taken back says when, why and how much of it`() async throws {
        let counter = try Counter()
        let whole = try await counter.transaction(["revocationDate": 1_795_000_000_000, "revocationReason": 1])
        #expect(whole.revocation?.at == Instant(milliseconds: 1_795_000_000_000))
        #expect(whole.revocation?.reason == .issueInApp)
        #expect(whole.revocation?.share == .whole)
        let half = try await counter.transaction([
            "revocationDate": 1_795_000_000_000, "revocationReason": 0, "revocationPercentage": 50_000,
        ])
        #expect(half.revocation?.reason == .other)
        #expect(half.revocation?.share.of(101) == 50)
    }

    @Test func `another app's transaction is refused, and both apps are named`() async throws {
        let error = AppStoreError.bundle(found: "com.example.other", expected: "com.example.game")
        await #expect(throws: error) { try await Counter().transaction(["bundleId": "com.example.other"]) }
        #expect("\(error)".contains("com.example.other") && "\(error)".contains("com.example.game"))
    }

    @Test(arguments: ["Sandbox", "Xcode", "LocalTesting", "production"])
    func `what is not from Production tops up nothing there`(found: String) async throws {
        await #expect(throws: AppStoreError.environment(found: found, expected: .production)) {
            try await Counter().transaction(["environment": found])
        }
    }

    @Test func `a server for the sandbox takes the sandbox's and nothing else`() async throws {
        let counter = try Counter(environment: .sandbox)
        #expect(try await counter.transaction(["environment": "Sandbox"]).environment == .sandbox)
        await #expect(throws: AppStoreError.environment(found: "Production", expected: .sandbox)) {
            try await counter.transaction()
        }
    }

    @Test(arguments: [1, 1000] as [Int64])
    func `a quantity of 1 to 1,000 is taken`(quantity: Int64) async throws {
        #expect(try await Counter().transaction(["quantity": quantity]).quantity == quantity)
    }

    @Test(arguments: [0, -1, 1001, Int64.max, Int64.min])
    func `a quantity of none, less, or more than 1,000 is refused`(quantity: Int64) async throws {
        await #expect(throws: AppStoreError.field("quantity")) {
            try await Counter().transaction(["quantity": quantity])
        }
    }

    static let required = [
        "transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "quantity", "type",
        "signedDate", "environment",
    ]

    @Test(arguments: required)
    func `a field that is missing is named`(field: String) async throws {
        await #expect(throws: AppStoreError.field(field)) { try await Counter().transaction([field: nil]) }
    }

    @Test(arguments: required)
    func `a field of another type is named`(field: String) async throws {
        await #expect(throws: AppStoreError.field(field)) { try await Counter().transaction([field: [true]]) }
    }

    @Test(arguments: ["", "a b", "a\u{0}b", "ü", String(repeating: "7", count: 256)])
    func `an identifier that is none is refused`(text: String) async throws {
        await #expect(throws: AppStoreError.field("transactionId")) {
            try await Counter().transaction(["transactionId": text])
        }
    }

    @Test func `numbers and dates out of their range are refused`() async throws {
        let counter = try Counter()
        for (field, value) in [
            ("purchaseDate", -1), ("purchaseDate", Int64.max), ("signedDate", Int64.min),
            ("signedDate", Int64.max),
        ] {
            await #expect(throws: AppStoreError.field(field)) { try await counter.transaction([field: value]) }
        }
        for share in [-1, 100_001] {
            await #expect(throws: AppStoreError.field("revocationPercentage")) {
                try await counter.transaction(["revocationDate": 1, "revocationPercentage": share])
            }
        }
        await #expect(throws: AppStoreError.field("revocationDate")) {
            try await counter.transaction(["revocationDate": -1])
        }
        await #expect(throws: AppStoreError.field("appAccountToken")) {
            try await counter.transaction(["appAccountToken": "somebody"])
        }
    }

    @Test func `what is signed later than now is refused, but for five minutes of doubt about the clock`() async throws
    {
        let counter = try Counter()
        let signed = AppStoreSample.signed
        _ = try await counter.transaction(at: signed - .minutes(5))
        let now = signed - .minutes(5) - .milliseconds(1)
        await #expect(throws: AppStoreError.signedLater(signed: signed, now: now)) {
            try await counter.transaction(at: now)
        }
    }
}
