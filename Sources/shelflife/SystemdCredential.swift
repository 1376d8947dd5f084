import Foundation
import ShelfWire

/// A credential as `systemd-creds encrypt` writes it: base64, whose first 16 bytes name the kind of key that seals it.
///
/// Source: https://systemd.io/CREDENTIALS, and the identifiers in systemd's `creds-util.h`.
struct SystemdCredential {
    let path: String
    private let kind: [UInt8]

    /// By the key in `/var/lib/systemd` alone, for the system and for one user.
    private static let hostKinds = ["5a1c6a86df9d4096b1d5a65e0862f19a", "55b9ed1d38594d43a8319d2ebb332ac6"]

    /// Reads a file; `nil` for one that is no such credential, or can't be read.
    init?(path: String) {
        guard let handle = FileHandle(forReadingAtPath: path),
            let beginning = try? handle.read(upToCount: 24), beginning.count == 24,
            let bytes = Data(base64Encoded: beginning)
        else { return nil }
        (self.path, kind) = (path, Array(bytes.prefix(16)))
    }

    /// Whether the key lies on the same disk, so that a thief of the disk opens it.
    var isSealedByHost: Bool {
        Self.hostKinds.contains(Hex.encode(kind))
    }

    /// The credentials in the folder of a file.
    static func beside(_ file: String) -> [SystemdCredential] {
        let folder = URL(filePath: file).deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".cred") }.sorted()
            .compactMap { SystemdCredential(path: folder.appending(path: $0).path) }
    }
}
