package import ShelfAppStore

/// How purchases in the App Store top up players' wallets.
package struct AppleSettings: Equatable, Sendable {
    /// Verifies signed data against the configured roots, app and environment.
    package var verifier: AppStoreVerifier
    /// What each product is worth, by its id in the App Store.
    package var products: [String: TopUp.Worth]

    package init(verifier: AppStoreVerifier, products: [String: TopUp.Worth]) {
        self.verifier = verifier
        self.products = products
    }
}
