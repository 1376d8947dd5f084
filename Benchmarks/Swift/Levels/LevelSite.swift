import Crypto
import Foundation
import ShelfLevels
import ShelfModel
import ShelfPacks
import ShelfWire
import Synchronization

/// Releases in a folder, as a source that points at one or another of them without making anything anew.
final class LevelSite: LevelSource {
    let key = Curve25519.Signing.PrivateKey()
    private let root: URL
    private let state = Mutex(State())

    private struct State {
        var sequence: Int64 = 0
        var releases: [String: PackRelease] = [:]
        var document: [UInt8] = []
    }

    init(_ root: URL) {
        self.root = root
    }

    /// Makes a release, with deltas from those before.
    func release(_ pack: Pack) throws {
        let document = try PackSite(root, key: key).release(pack, on: "stable", share: nil, goodForMs: 1000, nowMs: 1)
        state.withLock { $0.releases[document.release.content] = document.release }
    }

    /// Points the channel at a release that was made.
    func point(at pack: Pack) {
        state.withLock { state in
            guard let release = state.releases[Hex.encode(pack.content)] else { return }
            state.sequence += 1
            let document = PackDocument(
                pack: pack.id, channel: "stable", sequence: state.sequence, goodUntilMs: .max, release: release)
            state.document = (try? document.signed(by: key)) ?? []
        }
    }

    func bytes(of path: String, atMost most: Int) async throws -> [UInt8] {
        path.hasPrefix("v1/packs/")
            ? state.withLock { $0.document } : Array(try Data(contentsOf: root.appending(path: path)))
    }
}
