package import ShelfModel

/// Tells whether the App Store has signed something, without asking it: from
/// the bytes, the trusted roots and the current instant.
///
/// Certificates have to be valid at the instant when the data was signed, as
/// in Apple's own libraries when they work offline. So a transaction stays
/// good after its signer's certificate has expired. Whether a certificate was
/// revoked can't be known offline.
package struct AppStoreVerifier: Equatable, Sendable {
    /// How far the server's clock may be behind the App Store's.
    private static let tolerance = TimeSpan.minutes(5)

    private let roots: AppleRoots
    private let origin: Origin

    /// - Parameters:
    ///   - roots: the contents of certificate files, each in DER or PEM.
    ///   - bundle: the app's bundle identifier.
    package init(
        roots: [[UInt8]], bundle: String, environment: AppStoreEnvironment
    ) throws(AppStoreError) {
        self.roots = try AppleRoots(roots)
        origin = Origin(bundle: bundle, environment: environment)
    }

    /// Whether a file is a certificate authority's certificate, in DER or PEM, and can be trusted as a root.
    package static func isRoot(_ file: [UInt8]) -> Bool {
        (try? AppleRoots([file])) != nil
    }

    /// - Parameter jws: a StoreKit 2 transaction's `jwsRepresentation`.
    package func transaction(_ jws: String, at now: Instant) async throws(AppStoreError) -> AppStoreTransaction {
        try AppStoreTransaction(try await content(as: TransactionPayload.self, of: jws, at: now), from: origin)
    }

    /// - Parameter signedPayload: a notification's `signedPayload`.
    package func notification(
        _ signedPayload: String, at now: Instant
    ) async throws(AppStoreError) -> AppStoreNotification {
        let payload = try await content(as: NotificationPayload.self, of: signedPayload, at: now)
        var inner: AppStoreTransaction?
        if let jws = payload.data?.signedTransactionInfo {
            inner = try await transaction(jws, at: now)
        }
        return try AppStoreNotification(payload, from: origin, transaction: inner)
    }

    private func content<Content: Decodable & SignedContent>(
        as _: Content.Type, of jws: String, at now: Instant
    ) async throws(AppStoreError) -> Content {
        let message = try SignedMessage(jws)
        let chain = try AppleChain(message.certificates)
        guard chain.hasSigned(message) else { throw .signature }
        let content = try message.content(as: Content.self)
        let signed = try SignedField.instant(content.signedDate, "signedDate")
        guard signed <= now + Self.tolerance else { throw .signedLater(signed: signed, now: now) }
        try await chain.check(at: signed, roots: roots)
        try origin.check(content)
        return content
    }
}
