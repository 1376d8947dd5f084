import Foundation
import NIOHTTP1

/// What a request's head says about its connection.
extension HTTPRequestHead {
    /// Whether the connection ends with the answer.
    ///
    /// It does so for version 1.0, whose clients know no other way. It also does after an offer to speak another
    /// protocol and after CONNECT, because the decoder reads nothing behind them. Java's client makes such an offer on
    /// each connection. The decoder also heeds Proxy-Connection, which no standard has.
    var isLast: Bool {
        let options = options(of: "connection") + options(of: "proxy-connection")
        let changesProtocol = method == .CONNECT || headers.contains(name: "upgrade") && options.contains("upgrade")
        return version == .http1_0 || changesProtocol || options.contains("close")
    }

    /// Whether the client has a body and sends it only after an answer with the status 100 (RFC 9110, section 10.1.1).
    var waitsToContinue: Bool {
        guard version == .http1_1, headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) else {
            return false
        }
        return headers.contains(name: "transfer-encoding") || headers["content-length"].contains { $0 != "0" }
    }

    private func options(of field: String) -> [String] {
        headers[canonicalForm: field].map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
}
