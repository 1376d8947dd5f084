/// The line that begins a request. The passphrase's bytes follow it as they are, so that they never stand in JSON.
struct UnlockRequest: Codable {
    /// The length of the line, in bytes.
    static let bytesAtMost = 256

    enum Deed: String, Codable { case unlock, status }

    let deed: Deed
    /// The passphrase's length.
    var bytes: Int?

    private enum CodingKeys: String, CodingKey {
        case deed = "do"
        case bytes
    }
}

/// What the server says of a request, in one line.
package struct UnlockAnswer: Codable, Hashable, Sendable {
    /// The length of the line, in bytes.
    static let bytesAtMost = 1024 * 1024

    package let ok: Bool
    package let text: String
    /// Milliseconds until a passphrase may be tried again, where that isn't at once.
    package let waitMs: Int64?

    package init(ok: Bool, text: String, waitMs: Int64? = nil) {
        (self.ok, self.text, self.waitMs) = (ok, text, waitMs)
    }
}
