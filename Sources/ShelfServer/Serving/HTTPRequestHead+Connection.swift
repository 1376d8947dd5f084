import NIOHTTP1

/// What a request's head says about its connection.
extension HTTPRequestHead {
    /// Whether the client asks for the connection to end with the answer (RFC 9112, section 9.6).
    var asksToClose: Bool { connectionOptions.contains("close") }

    /// Whether the connection ends with the answer.
    ///
    /// It does so for version 1.0, whose clients know no other way. It also does after an offer to speak another
    /// protocol, because the decoder reads nothing behind one. Java's client makes such an offer on each connection.
    var isLast: Bool {
        version == .http1_0 || asksToClose
            || (headers.contains(name: "upgrade") && connectionOptions.contains("upgrade"))
    }

    /// Whether the client has a body and sends it only after an answer with the status 100 (RFC 9110, section 10.1.1).
    var waitsToContinue: Bool {
        guard version == .http1_1, headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) else {
            return false
        }
        return headers.contains(name: "transfer-encoding") || headers["content-length"].contains { $0 != "0" }
    }

    private var connectionOptions: [String] {
        headers[canonicalForm: "connection"].map { $0.lowercased() }
    }
}
