/// What all signed data states: when it was signed, for which app, and in which environment.
protocol SignedContent {
    /// Milliseconds since the epoch.
    var signedDate: Int64? { get }
    var bundleId: String? { get }
    var environment: String? { get }
}

/// Where signed data must come from.
struct Origin: Hashable, Sendable {
    let bundle: String
    let environment: AppStoreEnvironment

    func check(_ content: some SignedContent) throws(AppStoreError) {
        let bundle = try SignedField.identifier(content.bundleId, "bundleId")
        guard bundle == self.bundle else { throw .bundle(found: bundle, expected: self.bundle) }
        let environment = try SignedField.identifier(content.environment, "environment")
        guard environment == self.environment.rawValue else {
            throw .environment(found: environment, expected: self.environment)
        }
    }
}
