import ShelfWire

extension RequestTarget {
    /// Makes the target of a GET or HEAD request.
    ///
    /// - Parameter path: without a query.
    /// - Returns: `nil` when no route has this path, or when it has a double or trailing slash.
    init?(path: UnsafeRawBufferPointer) {
        guard path.first == UInt8(ascii: "/") else { return nil }
        let parts = String(decoding: path.dropFirst(), as: UTF8.self)
            .split(separator: "/", omittingEmptySubsequences: false)
        self.init(parts, method: .get)
    }
}
