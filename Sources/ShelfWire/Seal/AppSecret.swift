/// 32 bytes that ship inside the app and keep a network sniffer out of a prefetched store.
package struct AppSecret: Hashable, Sendable {
    package let bytes: [UInt8]

    /// `nil` unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// From base64url, as in a configuration file.
    package init?(_ text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The secret itself, for the data folder and for an app that holds it.
    package var text: String { Base64URL.encode(bytes) }
}

extension AppSecret: CustomStringConvertible {
    /// Hides the secret, because descriptions end up in logs.
    package var description: String { "AppSecret" }
}
