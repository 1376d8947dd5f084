import Crypto
import Foundation

/// The content behind the header: a nonce, and chunks of 64 KiB, each sealed by its number and by whether it is the last.
enum AgePayload {
    private static let nonceBytes = 16
    private static let chunkBytes = 64 * 1024
    private static let tagBytes = 16

    static func seal(_ plaintext: [UInt8], with fileKey: SymmetricKey) throws -> [UInt8] {
        let nonce = AgeFile.randomBytes(nonceBytes)
        let key = key(fileKey, nonce)
        var sealed = nonce
        var (start, number) = (0, UInt64(0))
        repeat {
            let end = min(start + chunkBytes, plaintext.count)
            let box = try ChaChaPoly.seal(
                plaintext[start..<end], using: key, nonce: self.nonce(number, isLast: end == plaintext.count))
            sealed += box.ciphertext + box.tag
            (start, number) = (end, number + 1)
        } while start < plaintext.count
        return sealed
    }

    /// - Throws: ``AgeError/damaged`` also when a chunk is missing at the end, or something follows it.
    static func open(_ sealed: ArraySlice<UInt8>, with fileKey: SymmetricKey) throws(AgeError) -> [UInt8] {
        guard sealed.count >= nonceBytes + tagBytes else { throw .damaged }
        let key = key(fileKey, Array(sealed.prefix(nonceBytes)))
        var rest = sealed.dropFirst(nonceBytes)
        var (plaintext, number): ([UInt8], UInt64) = ([], 0)
        while !rest.isEmpty {
            let chunk = rest.prefix(chunkBytes + tagBytes)
            rest = rest.dropFirst(chunk.count)
            // Only the content of an empty file is an empty chunk; otherwise the same content could be sealed in two ways.
            guard chunk.count > tagBytes || number == 0,
                let box = try? ChaChaPoly.SealedBox(
                    nonce: nonce(number, isLast: rest.isEmpty), ciphertext: chunk.dropLast(tagBytes),
                    tag: chunk.suffix(tagBytes)),
                let opened = try? ChaChaPoly.open(box, using: key)
            else { throw .damaged }
            plaintext += opened
            number += 1
        }
        return plaintext
    }

    private static func key(_ fileKey: SymmetricKey, _ nonce: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: fileKey, salt: nonce, info: Data("payload".utf8), outputByteCount: 32)
    }

    /// Eleven bytes of the chunk's number, and one that says whether it is the last.
    private static func nonce(_ number: UInt64, isLast: Bool) -> ChaChaPoly.Nonce {
        let bytes = [0, 0, 0] + withUnsafeBytes(of: number.bigEndian, Array.init) + [isLast ? 1 : 0]
        return try! ChaChaPoly.Nonce(data: bytes)
    }
}
