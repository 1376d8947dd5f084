import Crypto
import Foundation

/// The lines in front of the content: how the file's key is sealed by the passphrase, and their signature.
struct AgeHeader: Hashable {
    static let saltBytes = 16
    private static let version = "age-encryption.org/v1"
    /// The file's key of 16 bytes, and its tag.
    private static let wrappedKeyBytes = 32
    private static let signatureBytes = 32

    let salt: [UInt8]
    let workFactor: Int
    let wrappedKey: [UInt8]

    /// All of it up to the signature, which covers it.
    private var signedText: String {
        """
        \(Self.version)
        -> scrypt \(AgeBase64.encode(salt)) \(workFactor)
        \(AgeBase64.encode(wrappedKey))
        ---
        """
    }

    func bytes(signedBy fileKey: SymmetricKey) -> [UInt8] {
        let signature = HMAC<SHA256>.authenticationCode(for: Data(signedText.utf8), using: Self.signing(fileKey))
        return Array("\(signedText) \(AgeBase64.encode(Array(signature)))\n".utf8)
    }

    func isSigned(_ signature: [UInt8], by fileKey: SymmetricKey) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            signature, authenticating: Data(signedText.utf8), using: Self.signing(fileKey))
    }

    private static func signing(_ fileKey: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: fileKey, info: Data("header".utf8), outputByteCount: 32)
    }

    /// Reads the header strictly: what it would write differently is refused.
    ///
    /// - Returns: the header, its signature, and where the content begins.
    static func read(_ file: [UInt8]) throws(AgeError) -> (AgeHeader, signature: [UInt8], end: Int) {
        var lines = Lines(file)
        guard lines.next() == version else { throw .notAge }
        guard let stanza = lines.next(), stanza.hasPrefix("-> ") else {
            throw .header("expected -> in its second line")
        }
        let words = stanza.split(separator: " ", omittingEmptySubsequences: false)
        guard words[1] == "scrypt" else { throw .noPassphrase }
        guard words.count == 4, let salt = AgeBase64.decode(words[2]), salt.count == saltBytes else {
            throw .header("expected “-> scrypt”, a salt of \(saltBytes) bytes and a work factor")
        }
        guard let factor = Int(words[3]), (1...63).contains(factor), words[3] == String(factor) else {
            throw .header("the work factor is a number from 1 on, but is “\(words[3].prefix(20))”")
        }
        guard let key = lines.next().flatMap(AgeBase64.decode), key.count == wrappedKeyBytes else {
            throw .header("expected the sealed key in its third line, of \(wrappedKeyBytes) bytes")
        }
        guard let last = lines.next(), last.hasPrefix("--- "), let signature = AgeBase64.decode(last.dropFirst(4)),
            signature.count == signatureBytes
        else {
            throw .header(
                "a passphrase's stanza stands alone, and after it --- and a signature of \(signatureBytes) bytes")
        }
        return (AgeHeader(salt: salt, workFactor: factor, wrappedKey: key), signature, lines.position)
    }

    /// Lines of ASCII that end with a line feed each.
    private struct Lines {
        /// The header of a file that is sealed for a key may have lines of a few thousand letters. They are read to tell
        /// that it is such a file.
        private static let longest = 8192
        private let file: [UInt8]
        private(set) var position = 0

        init(_ file: [UInt8]) { self.file = file }

        mutating func next() -> String? {
            guard let end = file[position...].prefix(Self.longest).firstIndex(of: UInt8(ascii: "\n")) else {
                return nil
            }
            let line = file[position..<end]
            guard line.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
            position = end + 1
            return String(decoding: line, as: UTF8.self)
        }
    }
}
