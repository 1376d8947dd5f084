public import Foundation

/// Why a purchase isn't judged yet: its last request has failed and is sent again, or has had no answer for five seconds
/// and is waited for.
public struct PurchaseDelay: Hashable, Sendable {
    /// Why the last request has failed.
    public let reason: TransportError
    /// When the request is sent again, by this device's wall clock. While it is under way, this is past.
    public let retryAt: Date

    /// For previews and tests; a store makes its own.
    public init(reason: TransportError, retryAt: Date) {
        self.reason = reason
        self.retryAt = retryAt
    }
}
