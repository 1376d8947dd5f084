package import Crypto
package import ShelfModel

/// What a pack's channel points at, signed: the same document for every device.
///
/// As a file it is 8 bytes that say what it is, 4 bytes for the length of the JSON, the JSON, and an Ed25519 signature of
/// all that comes before it.
package struct PackDocument: Hashable, Sendable, Codable {
    package let pack: String
    package let channel: String
    /// When the channel was moved last, in milliseconds since the epoch. It only grows, so an old document is known.
    package let sequence: Int64
    /// Until when the document is good, in milliseconds since the epoch. It is signed again before.
    package let goodUntilMs: Int64
    /// For every device, or for those in the share.
    package let release: PackRelease
    /// For which part of the devices ``release`` is; `nil` when it is for all.
    package let rollout: Rollout?

    package struct Rollout: Hashable, Sendable, Codable {
        /// In ten-thousandths of the devices, from 1 to 9,999.
        package let share: Int
        /// The release for the other devices.
        package let others: PackRelease

        package init(share: Int, others: PackRelease) {
            (self.share, self.others) = (share, others)
        }
    }

    package init(
        pack: String, channel: String, sequence: Int64, goodUntilMs: Int64, release: PackRelease,
        rollout: Rollout? = nil
    ) {
        self.pack = pack
        self.channel = channel
        self.sequence = sequence
        self.goodUntilMs = goodUntilMs
        self.release = release
        self.rollout = rollout
    }

    /// The release that a device takes. It stays in a share that grows.
    ///
    /// - Parameter device: random bytes that no server is told.
    package func release(for device: [UInt8]) -> PackRelease {
        guard let rollout else { return release }
        let drawn = SHA256.hash(data: device + Array(release.content.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        return drawn % 10_000 < UInt64(max(rollout.share, 0)) ? release : rollout.others
    }
}

/// A frozen pack: what is in it, and its files.
package struct PackRelease: Hashable, Sendable, Codable {
    /// ``ShelfModel/Pack/content`` in hexadecimal.
    package let content: String
    /// The least version of the game's engine.
    package let engine: Int
    package let snapshot: File
    /// From earlier releases, the last first.
    package let deltas: [Delta]

    package struct File: Hashable, Sendable, Codable {
        /// Of its bytes, in hexadecimal. It is its name.
        package let sha256: String
        package let bytes: Int

        package init(_ bytes: [UInt8]) {
            (sha256, self.bytes) = (Hex.encode(FileDigest.of(bytes)), bytes.count)
        }

        /// - Parameter file: a file that is stored.
        package init(_ file: FileHead) {
            (sha256, bytes) = (Hex.encode(file.digest), file.length)
        }
    }

    package struct Delta: Hashable, Sendable, Codable {
        /// The earlier release's content in hexadecimal.
        package let from: String
        package let file: File

        package init(from: String, file: File) {
            (self.from, self.file) = (from, file)
        }
    }

    package init(content: String, engine: Int, snapshot: File, deltas: [Delta]) {
        self.content = content
        self.engine = engine
        self.snapshot = snapshot
        self.deltas = deltas
    }
}

extension PackDocument {
    private static let mark = Array("SHELFLP1".utf8)
    private static let signatureBytes = 64
    /// More than any document needs.
    package static let mostBytes = 64 * 1024

    package func signed(by key: Curve25519.Signing.PrivateKey) throws -> [UInt8] {
        let json = try WireJSON.encode(self)
        let signed = Self.mark + BigEndian.bytes(UInt32(json.count)) + json
        return try signed + key.signature(for: signed)
    }

    /// - Throws: ``PackFault/unreadable`` for anything but a document of this pack and channel that this key has signed.
    package init(
        signed bytes: [UInt8], pack: String, channel: String, publicKey: PublicKey
    ) throws(PackFault) {
        let head = Self.mark.count + 4
        guard bytes.count <= Self.mostBytes, bytes.starts(with: Self.mark), bytes.count > head + Self.signatureBytes,
            Int(BigEndian.read(UInt32.self, bytes[Self.mark.count...])) == bytes.count - head - Self.signatureBytes,
            publicKey.key.isValidSignature(
                bytes.suffix(Self.signatureBytes), for: bytes.dropLast(Self.signatureBytes)),
            let document = try? WireJSON.decode(
                PackDocument.self, bytes.dropLast(Self.signatureBytes).dropFirst(head)),
            document.pack == pack, document.channel == channel
        else { throw .unreadable }
        self = document
    }
}
