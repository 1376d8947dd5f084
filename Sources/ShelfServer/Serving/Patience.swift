package import ShelfModel

/// How long a connection may stay as it is.
package enum Patience {
    /// Between requests.
    package static let idle = TimeSpan.seconds(75)
    /// From the first byte of a request's head to its last.
    package static let head = TimeSpan.seconds(10)
    /// From a request's head to its end.
    package static let body = TimeSpan.seconds(20)
    /// Not taking what is sent.
    package static let blocked = TimeSpan.seconds(30)
    /// From our end of the connection to theirs.
    package static let closing = TimeSpan.seconds(5)
}
