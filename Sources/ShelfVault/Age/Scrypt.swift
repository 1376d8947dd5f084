import Crypto
import CryptoExtras
import Foundation
import Synchronization

/// scrypt (RFC 7914) as the age format uses it: with blocks of 8 and one lane.
enum Scrypt {
    /// A hash takes 256 MiB and more, so a second one waits until the first has ended.
    private static let turn = Mutex(())

    static func key(
        from passphrase: borrowing SecretBytes, salt: [UInt8], workFactor: Int
    ) throws -> SymmetricKey {
        try turn.withLock { _ in
            try passphrase.withData { passphrase in
                do {
                    return try KDF.Scrypt.deriveKey(
                        from: passphrase, salt: Array("age-encryption.org/v1/scrypt".utf8) + salt, outputByteCount: 32,
                        rounds: 1 << workFactor, blockSize: 8, parallelism: 1)
                } catch {
                    // With these parameters it fails for want of memory alone.
                    throw AgeError.memory(workFactor)
                }
            }
        }
    }
}
