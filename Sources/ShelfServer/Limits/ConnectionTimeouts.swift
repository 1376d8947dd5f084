package import ShelfModel

/// How long a connection may stay in one state before the server ends it.
package enum ConnectionTimeouts {
    /// Between requests.
    package static let idle = TimeSpan.seconds(75)
    /// From the first byte of a request's head to its last.
    package static let head = TimeSpan.seconds(10)
    /// From a request's head to its end.
    package static let body = TimeSpan.seconds(20)
    /// How long the client may take to read what was sent.
    package static let blocked = TimeSpan.seconds(20)
    /// From the end of the server's output until the client closes the connection.
    package static let closing = TimeSpan.seconds(5)
    /// For whatever waits for the client, from when the server is told to stop: it serves nobody until it has ended.
    package static let stopping = TimeSpan.seconds(3)
}
