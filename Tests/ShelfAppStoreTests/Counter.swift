import ShelfAppStore
import ShelfModel
import ShelfTesting

/// A server that trusts a test's authority and sells for the sample's app.
struct Counter {
    let authority: AppStoreAuthority
    let verifier: AppStoreVerifier

    init(
        _ authority: AppStoreAuthority? = nil, environment: AppStoreEnvironment = .production
    ) throws {
        self.authority = try authority ?? AppStoreAuthority()
        verifier = try AppStoreVerifier(
            roots: [self.authority.rootFile], bundle: AppStoreSample.bundle, environment: environment)
    }

    func transaction(_ jws: String, at now: Instant = AppStoreSample.now) async throws -> AppStoreTransaction {
        try await verifier.transaction(jws, at: now)
    }

    func transaction(
        _ changes: KeyValuePairs<String, (any Sendable)?> = [:], at now: Instant = AppStoreSample.now
    ) async throws -> AppStoreTransaction {
        try await transaction(authority.sign(AppStoreSample.transaction(changes)), at: now)
    }

    func notification(
        _ type: String, _ transaction: KeyValuePairs<String, (any Sendable)?> = [:]
    ) async throws -> AppStoreNotification {
        let inner = try authority.sign(AppStoreSample.transaction(transaction))
        return try await notification(AppStoreSample.notification(type, transaction: inner))
    }

    func notification(_ fields: [String: any Sendable]) async throws -> AppStoreNotification {
        try await verifier.notification(authority.sign(fields), at: AppStoreSample.now)
    }
}
