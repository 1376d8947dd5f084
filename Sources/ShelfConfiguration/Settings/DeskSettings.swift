/// Where the desk listens, and the origin under which its users open it.
package struct DeskSettings: Hashable, Sendable {
    package var host: String
    package var port: Int
    /// As users' browsers know it; `nil` where they ask the listening address itself.
    package var origin: WebOrigin?

    package init(host: String = "127.0.0.1", port: Int = 8081, origin: WebOrigin? = nil) {
        self.host = host
        self.port = port
        self.origin = origin
    }

    /// Whether a proxy stands in front: the server itself doesn't speak TLS, so a secure origin is a proxy's.
    package var isBehindProxy: Bool { origin?.isSecure == true }

    /// The origin for a desk that listens on `port`.
    package func origin(onPort port: Int) -> WebOrigin {
        origin ?? WebOrigin(isSecure: false, host: host.contains(":") ? "[\(host)]" : host, port: port)
    }
}
