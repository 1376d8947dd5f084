package import Crypto
package import Foundation
package import ShelfModel
package import ShelfWire

/// A folder with packs' documents and files, as any web server can serve it.
package struct PackSite {
    private let root: URL
    private let key: Curve25519.Signing.PrivateKey

    /// From this number of earlier releases there is a delta.
    package static let mostDeltas = 8

    package init(_ root: URL, key: Curve25519.Signing.PrivateKey) {
        (self.root, self.key) = (root, key)
    }

    /// Points a channel at a pack: writes its snapshot and its deltas, the last of which is from the empty pack, and then
    /// the document.
    ///
    /// - Parameters:
    ///   - share: for how many of ten thousand devices it is, where the others keep the channel's release; `nil` for all.
    ///   - nowMs: in milliseconds since the epoch.
    /// - Throws: ``ShelfWire/PackFault``; ``NothingToKeep`` for a share of a channel that points at nothing.
    package func release(
        _ pack: Pack, on channel: String, share: Int?, goodForMs: Int64, nowMs: Int64
    ) throws -> PackDocument {
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        let former = try document(of: pack.id, channel)
        let release = try release(pack)
        guard share == nil || former != nil else { throw NothingToKeep() }
        // A rollout that goes on keeps the release that it began from.
        let others = former.map { $0.rollout?.others ?? $0.release }
        let document = PackDocument(
            pack: pack.id, channel: channel, sequence: max(nowMs, (former?.sequence ?? 0) + 1),
            goodUntilMs: nowMs + goodForMs, release: release,
            rollout: share.flatMap { share in others.map { PackDocument.Rollout(share: share, others: $0) } })
        let file = documentFile(pack.id, channel)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try WholeFile.replace(file, with: document.signed(by: key))
        return document
    }

    /// Whether a folder has documents that a key has signed.
    package static func hasDocuments(_ root: URL) -> Bool {
        let packs = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "v1/packs").path)
        return packs?.isEmpty == false
    }

    /// A share of a rollout needs a release for the other devices.
    package struct NothingToKeep: Error {}

    /// - Returns: `nil` when the channel points at nothing.
    private func document(of pack: String, _ channel: String) throws -> PackDocument? {
        let file = documentFile(pack, channel)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let bytes = Array(try Data(contentsOf: file))
        do throws(PackFault) {
            return try PackDocument(signed: bytes, pack: pack, channel: channel, publicKey: PublicKey(key.publicKey))
        } catch {
            throw PackFault.storage(
                """
                \(file.path) is damaged, or another key has signed it; name that key, or remove the file to begin the \
                channel anew
                """)
        }
    }

    private func release(_ pack: Pack) throws -> PackRelease {
        let part = files.appending(path: "snapshot-\(UUID())")
        defer { try? FileManager.default.removeItem(at: part) }
        try PackSnapshot.write(pack, to: part.path)
        let snapshot = Array(try Data(contentsOf: part))
        let empty = Pack.empty(pack.id)
        let deltas = try (earlier(than: pack) + [empty]).map { former in
            let bytes = PackDeltaFile.bytes(of: PackDelta(from: former, to: pack))
            return (former.content, bytes)
        }.filter { $0.1.count < snapshot.count || $0.0 == empty.content }
        return PackRelease(
            content: Hex.encode(pack.content), engine: pack.engine, snapshot: try add(snapshot),
            deltas: try deltas.map { PackRelease.Delta(from: Hex.encode($0.0), file: try add($0.1)) })
    }

    /// The releases of the pack that were written last, the last first.
    private func earlier(than pack: Pack) throws -> [Pack] {
        let found = try FileManager.default.contentsOfDirectory(
            at: files, includingPropertiesForKeys: [.contentModificationDateKey])
        let dated = try found.map { file in
            (file, try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate)
        }
        return dated.sorted { ($0.1 ?? .distantPast) > ($1.1 ?? .distantPast) }.lazy
            .compactMap { try? PackSnapshot($0.0.path).read() }
            .filter { $0.id == pack.id && $0.content != pack.content }
            .prefix(Self.mostDeltas).map { $0 }
    }

    private func add(_ bytes: [UInt8]) throws -> PackRelease.File {
        let file = PackRelease.File(bytes)
        try WholeFile.replace(files.appending(path: file.sha256), with: bytes)
        return file
    }

    private var files: URL { root.appending(path: "v1/pack-files") }

    private func documentFile(_ pack: String, _ channel: String) -> URL {
        root.appending(path: "v1/packs/\(pack)/\(channel)")
    }
}
