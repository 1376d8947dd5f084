import Crypto
import Foundation
import ShelfDatabase
import ShelfTerminal
import ShelfWire

/// A file with the 32 bytes of an Ed25519 key, in base64url.
enum SigningKeyFile {
    /// Reads it, or makes a new key that only its owner can read.
    static func read(_ path: String) throws -> Curve25519.Signing.PrivateKey {
        guard FileManager.default.fileExists(atPath: path) else { return try make(path) }
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw StorageError.explaining(error, at: path)
        }
        guard let bytes = Base64URL.decode(text.trimmingCharacters(in: .whitespacesAndNewlines)),
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
        else { throw UsageError("\(path) has no key: expected 32 bytes in base64url") }
        return key
    }

    private static func make(_ path: String) throws -> Curve25519.Signing.PrivateKey {
        let key = Curve25519.Signing.PrivateKey()
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StorageError.explaining(POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO), at: path)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data((Base64URL.encode(Array(key.rawRepresentation)) + "\n").utf8))
        Output.print("\(path) is a new key; keep it secret, and keep a copy.")
        return key
    }
}
