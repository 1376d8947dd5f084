/// The scheme, host and port of a web page's address: what browsers send in the header `Origin` (RFC 6454, section 4).
package struct WebOrigin: Hashable, Sendable {
    package let isSecure: Bool
    /// In lower case; an address of IPv6 in its brackets.
    package let host: String
    /// `nil` for the scheme's own port, which browsers leave out.
    package let port: Int?

    package init(isSecure: Bool, host: String, port: Int?) {
        self.isSecure = isSecure
        self.host = host.lowercased()
        self.port = port == (isSecure ? 443 : 80) ? nil : port
    }

    /// What browsers send of pages that have no origin, such as sandboxed frames and files.
    package static let none = "null"

    /// - Parameter text: such as `https://desk.example.com`, without a path.
    package init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: text.lowercased().hasPrefix) else { return nil }
        let authority = text.dropFirst(scheme.utf8.count)
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let host = authority[..<(colon ?? authority.endIndex)]
        guard Self.isHost(host) else { return nil }
        let port = colon.map { Int(authority[$0...].dropFirst()) ?? 0 }
        guard port.map({ (1...65_535).contains($0) && authority.hasSuffix(":\($0)") }) ?? true else { return nil }
        self.init(isSecure: scheme == "https://", host: String(host), port: port)
    }

    private static func isHost(_ text: Substring) -> Bool {
        if text.hasPrefix("[") {
            return text.hasSuffix("]") && text.dropFirst().dropLast().utf8.allSatisfy(\.isVersion6Byte)
        }
        return !text.isEmpty && text.utf8.allSatisfy(\.isHostNameByte)
    }

    /// The host, with its port where that isn't the scheme's own: what browsers send in the header `Host`.
    package var authority: String { host + (port.map { ":\($0)" } ?? "") }

    /// Whether only programs on the same machine reach it, so that nobody on a network can listen.
    package var isLoopback: Bool { Self.isLoopback(host) }

    /// Whether a host is this machine itself: 127.0.0.0/8, ::1, or `localhost` (RFC 6761, section 6.3).
    package static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isVersion4 = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        return isVersion4 || ["localhost", "::1", "[::1]"].contains(host)
    }
}

extension WebOrigin: CustomStringConvertible {
    package var description: String { (isSecure ? "https://" : "http://") + authority }
}

extension UInt8 {
    fileprivate var isHostNameByte: Bool {
        isIDByte || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || self == UInt8(ascii: ".")
    }

    /// Part of an address of IPv6 in text (RFC 4291, section 2.2).
    fileprivate var isVersion6Byte: Bool { "0123456789abcdefABCDEF:.".utf8.contains(self) }
}
