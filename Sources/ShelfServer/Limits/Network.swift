import Foundation

/// The network that an address belongs to, for counting its requests and connections.
package enum Network {
    /// Returns an address without brackets and the port that some proxies add: `192.0.2.1:5678` and `[2001:db8::1]:80`.
    package static func address(in text: String) -> String {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[..<end].dropFirst()) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }

    /// Returns an IPv4 address unchanged, and the first 64 bits of an IPv6 address, because the owner of one such
    /// address owns all with the same prefix.
    package static func of(_ address: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        // RFC 4291, section 2.5.5.2: an address of version 4 in the form of version 6.
        let isVersion4 = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
        return isVersion4
            ? bytes[12...].map(String.init).joined(separator: ".")
            : bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
    }
}
