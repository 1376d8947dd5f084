/// The value of `Host`: a name or an address, and a port where there is one (RFC 9110, section 7.2).
enum HostField {
    /// Whether the value is of the plainest kind: letters, digits, dots and hyphens, and perhaps a port.
    static func isPlain(_ value: UnsafeRawBufferPointer) -> Bool {
        var end = 0
        while end < value.count, isPlainName(value[end]) { end += 1 }
        guard end > 0 else { return false }
        guard end < value.count else { return true }
        guard value[end] == UInt8(ascii: ":") else { return false }
        return (end + 1..<value.count).allSatisfy { value[$0].isDigit }
    }

    /// Whether the value is valid. It must not be empty, because every HTTP URI has a host (RFC 9110, section 4.2.1).
    /// Trailing spaces are allowed, because the decoder doesn't remove them.
    static func isValid(_ value: String) -> Bool {
        var bytes = Array(value.utf8)
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        guard let first = bytes.first else { return false }
        guard first == UInt8(ascii: "[") else {
            let name = bytes.prefix { $0 != UInt8(ascii: ":") }
            return isName(name) && isPort(bytes[name.endIndex...])
        }
        guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
        return isAddress(bytes[1..<end]) && isPort(bytes[(end + 1)...])
    }

    private static func isPlainName(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func isPort(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.isEmpty || bytes.first == UInt8(ascii: ":") && bytes.dropFirst().allSatisfy(\.isDigit)
    }

    /// Whether it is a `reg-name` (RFC 3986, section 3.2.2). An IPv4 address is one too.
    private static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = bytes[...]
        guard !rest.isEmpty else { return false }
        while let byte = rest.popFirst() {
            if isNameCharacter(byte) { continue }
            guard byte == UInt8(ascii: "%"), rest.popFirst().map(isHexDigit) == true,
                rest.popFirst().map(isHexDigit) == true
            else { return false }
        }
        return true
    }

    /// What stands between the brackets of `IP-literal` (RFC 3986, section 3.2.2).
    private static func isAddress(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { isNameCharacter($0) || $0 == UInt8(ascii: ":") }
    }

    /// Unreserved characters and delimiters within a part (RFC 3986, section 2).
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "-._~!$&'()*+,;=".utf8.contains(byte)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { byte.isDigit || (0x61...0x66).contains(byte | 0x20) }
}
