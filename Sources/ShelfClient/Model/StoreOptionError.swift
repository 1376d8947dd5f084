public import Foundation

/// Why a ``StoreModel`` can't be made: an option that can't be right, found before anything is requested.
public enum StoreOptionError: Error, Hashable, Sendable {
    /// This isn't the address of a server. A user's name and password are left out, because errors end up in logs.
    case server(String)
    /// This text isn't a store's id.
    case store(String)
    /// This text isn't a public key.
    case publicKey(String)
    /// The app secret can't be read. The error doesn't hold it.
    case appSecret
}

extension StoreOptionError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .server(let text): "“\(text)” is no address of a server; write it like https://shop.example"
        case .store(let text): "“\(text)” is no store's id; an id has 1 to 32 characters: a to z, 0 to 9 and -"
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

extension StoreOptionError {
    /// - Throws: ``server(_:)`` unless requests can be sent to paths below this address.
    static func check(server: URL) throws(StoreOptionError) {
        let isPlain = server.user() == nil && server.query() == nil && server.fragment() == nil
        let isOverHTTP = ["http", "https"].contains(server.scheme?.lowercased())
        guard isPlain, isOverHTTP, server.host()?.isEmpty == false else {
            throw .server(server.withoutUser)
        }
    }
}

extension URL {
    fileprivate var withoutUser: String {
        guard user() != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteString
        }
        parts.user = nil
        parts.password = nil
        return parts.string ?? ""
    }
}
