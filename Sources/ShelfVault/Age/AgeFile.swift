import Crypto
import Foundation

/// A file in the age format, version 1, that is sealed by a passphrase. Other tools open it, such as `age -d`.
///
/// Source: C2SP's description of the format, https://c2sp.org/age.
package enum AgeFile {
    /// What `age` takes, too: 2^18 rounds need 256 MiB and a second or two.
    package static let workFactor = 18
    /// A gibibyte. A hostile file can ask for four times as much and more.
    package static let workFactorAtMost = 20

    private static let fileKeyBytes = 16

    /// Seals bytes.
    package static func seal(
        _ plaintext: [UInt8], with passphrase: borrowing SecretBytes, in form: Form = Form()
    ) throws -> [UInt8] {
        let fileKey = SymmetricKey(size: .bits128)
        let salt = randomBytes(AgeHeader.saltBytes)
        let wrapping = try Scrypt.key(from: passphrase, salt: salt, workFactor: form.workFactor)
        let body = try fileKey.withUnsafeBytes { key in
            try ChaChaPoly.seal(key, using: wrapping, nonce: ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12)))
        }
        let header = AgeHeader(salt: salt, workFactor: form.workFactor, wrappedKey: Array(body.ciphertext + body.tag))
        let file = try header.bytes(signedBy: fileKey) + AgePayload.seal(plaintext, with: fileKey)
        return form.isArmored ? AgeArmor.encode(file) : file
    }

    /// Opens a file in the binary form or in armour.
    ///
    /// - Parameter workFactorAtMost: what the file asks for is compared with this before anything is hashed.
    /// - Throws: ``AgeError``. Nothing of the content is given out unless all of it is as it was sealed.
    package static func open(
        _ file: [UInt8], with passphrase: borrowing SecretBytes, workFactorAtMost: Int = workFactorAtMost
    ) throws -> [UInt8] {
        let file = AgeArmor.isArmored(file) ? try AgeArmor.decode(file) : file
        let (header, signature, end) = try AgeHeader.read(file)
        guard header.workFactor <= workFactorAtMost else {
            throw AgeError.workFactor(header.workFactor, atMost: workFactorAtMost)
        }
        let wrapping = try Scrypt.key(from: passphrase, salt: header.salt, workFactor: header.workFactor)
        let nonce = Data(repeating: 0, count: 12)
        guard let box = try? ChaChaPoly.SealedBox(combined: nonce + header.wrappedKey),
            let fileKey = try? ChaChaPoly.open(box, using: wrapping), fileKey.count == fileKeyBytes
        else { throw AgeError.wrongPassphrase }
        let key = SymmetricKey(data: fileKey)
        guard header.isSigned(signature, by: key) else { throw AgeError.damaged }
        return try AgePayload.open(file[end...], with: key)
    }

    /// How a file is sealed, so that it can be sealed in the same way again.
    package struct Form: Hashable, Sendable {
        /// The passphrase is hashed in 2 to the power of this many rounds, each of which takes a KiB.
        package var workFactor = AgeFile.workFactor
        package var isArmored = false

        package init() {}

        /// - Throws: ``AgeError``.
        package init(of file: [UInt8]) throws(AgeError) {
            isArmored = AgeArmor.isArmored(file)
            workFactor = try AgeHeader.read(isArmored ? AgeArmor.decode(file) : file).0.workFactor
        }
    }

    static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
