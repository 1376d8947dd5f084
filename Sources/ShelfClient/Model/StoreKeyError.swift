public import Foundation

/// Why a ``StoreModel`` can't be made.
public enum StoreKeyError: Error, Hashable, Sendable {
    /// This text isn't a public key.
    case publicKey(String)
    /// The app secret can't be read. The error doesn't hold it, because errors end up in logs.
    case appSecret
}

extension StoreKeyError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .publicKey(let text):
            """
            “\(text)” isn't a store's public key; give the one that the server's start-up lines and /v1/stores show, 43 \
            characters of base64url
            """
        case .appSecret:
            "that isn't an app secret; give the store's appSecret from the server's configuration, 43 characters of base64url"
        }
    }

    public var errorDescription: String? { description }
}
