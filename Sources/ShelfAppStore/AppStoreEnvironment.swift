/// The App Store environment that signed the data: production, which takes real money, or the sandbox for tests.
///
/// The raw values are what Apple writes in its signed data.
package enum AppStoreEnvironment: String, Hashable, Sendable, CaseIterable {
    case production = "Production"
    case sandbox = "Sandbox"
}
