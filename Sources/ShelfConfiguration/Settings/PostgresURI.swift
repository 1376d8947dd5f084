/// Takes a URI of PostgreSQL apart, as libpq does (its manual, "Connection URIs").
///
/// Where libpq would take a part of a password for a host, a port or a database's name, and show it, this refuses the
/// URI: what has a meaning in a URI must be percent-encoded (RFC 3986, section 2.2).
struct PostgresURI {
    private(set) var parameters: [String: String] = [:]

    /// - Parameter text: what follows `postgresql://`.
    init(afterScheme text: ArraySlice<UInt8>) throws(DatabaseAddressFault) {
        let (address, query) = Self.split(text, at: "?")
        let (authority, name) = Self.split(address, at: "/")
        let (before, behind) = Self.split(authority, at: "@")
        guard !(behind ?? []).contains(UInt8(ascii: "@")), !(name ?? []).contains(UInt8(ascii: "@")) else {
            throw .secondAt
        }
        if behind != nil { try readUser(before) }
        try readHosts(behind ?? before)
        try keep(name ?? [], as: "dbname")
        try readParameters(query ?? [])
    }

    private mutating func readUser(_ text: ArraySlice<UInt8>) throws(DatabaseAddressFault) {
        let (user, password) = Self.split(text, at: ":")
        try keep(user, as: "user")
        try keep(password ?? [], as: "password")
    }

    private mutating func readHosts(_ text: ArraySlice<UInt8>) throws(DatabaseAddressFault) {
        var hosts: [ArraySlice<UInt8>] = []
        var ports: [ArraySlice<UInt8>] = []
        for place in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let (host, port) = try Self.host(place)
            guard port.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .port }
            hosts.append(host)
            ports.append(port)
        }
        try keep(Array(hosts.joined(separator: ",".utf8))[...], as: "host")
        if ports.contains(where: { !$0.isEmpty }) {
            try keep(Array(ports.joined(separator: ",".utf8))[...], as: "port")
        }
    }

    /// One host, without the brackets of IPv6, and its port, which is empty where there is none.
    private static func host(
        _ place: ArraySlice<UInt8>
    ) throws(DatabaseAddressFault) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>) {
        if place.first == UInt8(ascii: "[") {
            let (host, behind) = split(place.dropFirst(), at: "]")
            guard let rest = behind, !host.isEmpty, rest.isEmpty || rest.first == UInt8(ascii: ":") else {
                throw .bracket
            }
            return (host, rest.dropFirst())
        }
        guard !place.contains(UInt8(ascii: "[")), !place.contains(UInt8(ascii: "]")) else { throw .bracket }
        let (host, port) = split(place, at: ":")
        return (host, port ?? [])
    }

    private mutating func readParameters(_ query: ArraySlice<UInt8>) throws(DatabaseAddressFault) {
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let (name, behind) = Self.split(pair, at: "=")
            guard let value = behind, !value.contains(UInt8(ascii: "=")) else { throw .parameter }
            let keyword = try Self.decoded(name)
            let text = try Self.decoded(value)
            // As libpq does for addresses that were written for JDBC.
            if keyword == "ssl", text == "true" {
                parameters["sslmode"] = "require"
            } else {
                parameters[keyword] = text
            }
        }
    }

    private mutating func keep(_ text: ArraySlice<UInt8>, as keyword: String) throws(DatabaseAddressFault) {
        if !text.isEmpty { parameters[keyword] = try Self.decoded(text) }
    }

    private static func decoded(_ text: ArraySlice<UInt8>) throws(DatabaseAddressFault) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { throw .percent }
            bytes.append(high << 4 | low)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .encoding }
        return decoded
    }

    /// The value of a hexadecimal digit.
    private static func digit(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): byte - UInt8(ascii: "0")
        case let byte? where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): byte - UInt8(ascii: "a") + 10
        case let byte? where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// What is before the first such character, and what is behind it; `nil` where it doesn't occur.
    private static func split(
        _ text: ArraySlice<UInt8>, at character: Unicode.Scalar
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let index = text.firstIndex(of: UInt8(ascii: character)) else { return (text, nil) }
        return (text[..<index], text[(index + 1)...])
    }
}
