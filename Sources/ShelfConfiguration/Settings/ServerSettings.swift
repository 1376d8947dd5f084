package import ShelfModel

/// Where the server listens, where it keeps its data, and whom it answers.
package struct ServerSettings: Hashable, Sendable {
    package var host: String
    package var port: Int
    /// The data folder. It holds secrets, so nobody but the server's user may read it.
    package var data: String
    /// Origins that may call more than the public routes.
    package var origins: [String]
    /// Whether every request comes through a proxy, which names the client's address in `X-Forwarded-For`.
    package var isBehindProxy: Bool
    /// How many MiB of files the server copies from the database to its disk, at most; 0 for none.
    package var cache: Int
    /// For how long the server goes on with everything after it was told to stop, and says that it isn't ready, so that
    /// a proxy sends the next requests to other servers.
    package var drain: TimeSpan

    /// An address of version 6 without the brackets in which it stands where a port follows it.
    package static func bareHost(_ text: String) -> String {
        text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    }

    package init(
        host: String = "127.0.0.1", port: Int = 8080, data: String = "data", origins: [String] = [],
        isBehindProxy: Bool = false, cache: Int = 1024, drain: TimeSpan = .zero
    ) {
        self.host = host
        self.port = port
        self.data = data
        self.origins = origins
        self.isBehindProxy = isBehindProxy
        self.cache = cache
        self.drain = drain
    }
}
