import Crypto

/// The SHA-256 of bytes, which names files and masters.
package enum FileDigest {
    /// 32 bytes.
    package static func of(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
