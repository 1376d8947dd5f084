/// Which App Store signed: the one that takes money, or the one for testing.
///
/// The raw values are what Apple writes in its signed data.
package enum AppStoreEnvironment: String, Hashable, Sendable, CaseIterable {
    case production = "Production"
    case sandbox = "Sandbox"
}
