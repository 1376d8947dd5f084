package import ShelfAppStore

/// How real money comes in from the App Store.
package struct AppleSettings: Sendable {
    /// Knows the roots, the app and the environment.
    package var verifier: AppStoreVerifier
    /// What each product is worth, by its id in the App Store.
    package var products: [String: TopUp.Worth]

    package init(verifier: AppStoreVerifier, products: [String: TopUp.Worth]) {
        self.verifier = verifier
        self.products = products
    }
}
