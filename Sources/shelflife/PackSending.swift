import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfPacks
import ShelfTerminal
import ShelfWire

/// Sends a server those packs' bundles that it lacks.
struct PackSending {
    let server: AdminServer
    /// The content file's.
    let folder: URL

    /// - Throws: a ``UsageError`` that names the pack which the server refused, with its reason.
    func send(_ packs: [ContentPack]) async throws {
        guard !packs.isEmpty else { return }
        let answer: MissingBundlesAnswer = try await server.post(
            RequestTarget(.missingBundles).path, MissingBundlesRequest(bundles: packs.map { Hex.encode($0.bundle) }))
        let missing = Set(answer.missing)
        for pack in packs where missing.contains(Hex.encode(pack.bundle)) {
            let path = "\(PackList.folder)/\(pack.id)"
            let bundle = try PackFolder.load(folder.appending(path: path).path, named: pack.id).pack.bundle
            guard FileDigest.of(bundle) == pack.bundle else {
                throw UsageError("\(path) has changed since it was checked, and nothing was published; publish again")
            }
            guard bundle.count <= PackBundle.mostBytes else {
                throw UsageError(
                    "\(path) has \(bundle.count >> 20) MiB, compressed, and a server takes \(PackBundle.mostBytes >> 20); "
                        + "make two packs of it")
            }
            do {
                let told: PackBundleAnswer = try await server.put(
                    RequestTarget(.packBundleSending, [Hex.encode(pack.bundle)]).path, bundle)
                Output.print("sent \(path): \(told.levels) levels, \(bundle.count) bytes")
            } catch let error as UsageError {
                throw UsageError("\(path): \(error)")
            }
        }
    }
}
