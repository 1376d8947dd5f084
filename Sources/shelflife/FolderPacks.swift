import Foundation
import Logging
import ShelfConfiguration
import ShelfEngine
import ShelfModel
import ShelfWire
import Synchronization

/// Stores the packs that lie beside a server's configuration file, and has their releases made, in the background.
final class FolderPacks: Sendable {
    /// The content file's.
    private let folder: URL
    /// A channel that is to point at each release; `nil` when people move channels.
    private let channel: String?
    /// Those of the same folder.
    private let pictures: FolderPictures
    private let logger: Logger
    private let packs: Mutex<[ContentPack]>

    init(folder: URL, _ packs: [ContentPack], channel: String?, pictures: FolderPictures, logger: Logger) {
        (self.folder, self.channel, self.pictures, self.logger) = (folder, channel, pictures, logger)
        self.packs = Mutex(packs)
    }

    /// Notes the packs of files that were read again.
    func note(_ packs: [ContentPack]) { self.packs.withLock { $0 = packs } }

    /// Stores what is missing and has it released, until the task is cancelled. A release waits until each of its
    /// pictures is made, or can't be made: without it a level has no background.
    func keep(in engine: Engine) async {
        var (kept, turns) = ([ContentPack](), 0)
        var moved: [String: Int] = [:]
        while !Task.isCancelled {
            let wanted = packs.withLock { $0 }
            if wanted != kept, await store(wanted, in: engine) { (kept, turns) = (wanted, 0) }
            let inForce = engine.content.current.packs
            let new = inForce.filter { kept.contains($0) && engine.packReleaser.release(of: $0) == nil }
            if !new.isEmpty, areSettled(new, in: engine) {
                // What failed isn't tried again at once.
                if turns % 10 == 0 { await engine.versions.releasePacks(waitingForPictures: false) }
                turns += 1
            }
            if let channel { await move(channel, of: inForce, in: engine, &moved) }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private func areSettled(_ packs: [ContentPack], in engine: Engine) -> Bool {
        packs.allSatisfy { pack in
            pack.pictures.values.allSatisfy { pictures.isSettled($0, by: engine.pictureMaker) }
        }
    }

    /// - Returns: whether there is nothing to try again.
    private func store(_ packs: [ContentPack], in engine: Engine) async -> Bool {
        do {
            for pack in packs where engine.packReleaser.release(of: pack) == nil { try await store(pack, in: engine) }
            return true
        } catch is ConfigurationProblems {
            // The files have changed since they were read. They are read again, and told of there.
            return true
        } catch {
            logger.error("the packs of levels can't be stored", metadata: ["why": "\(error)"])
            return false
        }
    }

    private func store(_ pack: ContentPack, in engine: Engine) async throws {
        let path = folder.appending(path: "\(PackList.folder)/\(pack.id)").path
        let bundle = try PackFolder.load(path, named: pack.id).pack.bundle
        guard FileDigest.of(bundle) == pack.bundle else { return }
        _ = try await engine.packReleaser.add(bundle, named: pack.bundle)
    }

    /// - Parameter moved: to which release each pack's channel was moved, so that nobody's later move is undone.
    private func move(
        _ channel: String, of packs: [ContentPack], in engine: Engine, _ moved: inout [String: Int]
    ) async {
        for pack in packs {
            guard let release = engine.packReleaser.release(of: pack), moved[pack.id] != release else { continue }
            let order = PackMoveOrder(
                pack: pack.id, channel: channel, release: release, share: nil, reach: nil,
                reason: "it points at what is in force", by: ContentVersion.filesAuthor, at: engine.timeline.now,
                after: nil)
            if (try? await engine.packReleaser.move(order) { _ in nil }) != nil { moved[pack.id] = release }
        }
    }
}
