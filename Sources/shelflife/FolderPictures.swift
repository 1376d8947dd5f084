import Foundation
import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfSample
import ShelfWire
import Synchronization

/// Makes the pictures of the masters that lie beside a server's configuration file, in the background.
///
/// What the server draws before a picture is made has the item's glyph. So at the first start of all, when nothing is
/// drawn yet, the server waits for the pictures, fifteen seconds at most.
final class FolderPictures: Sendable {
    /// The content file's.
    private let folder: URL
    private let logger: Logger
    private let list: Mutex<[LoadedContent.Master]>

    init(folder: URL, _ masters: [LoadedContent.Master], logger: Logger) {
        (self.folder, self.logger) = (folder, logger)
        list = Mutex(masters)
    }

    /// Notes the masters of files that were read again.
    func note(_ masters: [LoadedContent.Master]) { list.withLock { $0 = masters } }

    /// Makes what is missing, until the task is cancelled.
    func make(with maker: PictureMaker) async {
        var made: [LoadedContent.Master] = []
        while !Task.isCancelled {
            let wanted = list.withLock { $0 }
            if wanted != made, await make(wanted, with: maker) { made = wanted }
            try? await Task.sleep(for: .seconds(wanted == made ? 1 : 10))
        }
    }

    /// Makes what is missing before anything is drawn, as far as fifteen seconds suffice.
    func makeFirst(in database: any ShelfDatabase, _ work: WorkFolder, _ timeline: Timeline) async {
        let wanted = list.withLock { $0 }
        guard !wanted.isEmpty else { return }
        let book = PictureBook(database: database)
        let maker = PictureMaker(
            book: book, database: database, work: work, timeline: timeline, randomness: .system)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                guard (try? await book.load()) != nil else { return }
                try? await maker.storeSample(among: wanted.map(\.digest))
                _ = await self.make(wanted, with: maker)
            }
            group.addTask { try? await Task.sleep(for: .seconds(15)) }
            await group.next()
            group.cancelAll()
            await maker.stop()
        }
    }

    /// - Returns: whether there is nothing to try again.
    private func make(_ masters: [LoadedContent.Master], with maker: PictureMaker) async -> Bool {
        let missing = masters.filter { !maker.knows($0.digest) }
        guard !missing.isEmpty else { return true }
        if let obstacle = maker.obstacle {
            logger.warning(
                "pictures can't be made, so items have their glyphs",
                metadata: ["pictures": "\(missing.count)", "why": "\(obstacle)"])
            return true
        }
        logger.notice("making pictures", metadata: ["pictures": "\(missing.count)"])
        var (rest, isDone) = (missing[...], true)
        while !rest.isEmpty, !Task.isCancelled {
            let some = rest.prefix(Self.atOnce)
            rest = rest.dropFirst(Self.atOnce)
            await withTaskGroup(of: Bool.self) { group in
                for master in some { group.addTask { await self.make(master, with: maker) } }
                for await isFinal in group where !isFinal { isDone = false }
            }
        }
        return isDone
    }

    private static let atOnce = 16

    /// - Returns: whether another attempt would end alike.
    private func make(_ master: LoadedContent.Master, with maker: PictureMaker) async -> Bool {
        do {
            _ = try await maker.make(
                Array(try Data(contentsOf: folder.appending(path: master.path))), named: master.digest)
            return true
        } catch PictureRefusal.busy {
            return false
        } catch is CancellationError {
            return false
        } catch {
            logger.error("a picture can't be made", metadata: ["picture": "\(master.path)", "why": "\(error)"])
            return error is PictureRefusal
        }
    }
}

extension PictureMaker {
    /// Stores those of the masters that are pictures of the sample as they are: they are ready to be shown, also
    /// without libvips.
    fileprivate func storeSample(among masters: [[UInt8]]) async throws {
        let wanted = Set(masters)
        try await store(
            SamplePicture.all().compactMap { picture in
                let master = FileDigest.of(picture.bytes)
                guard wanted.contains(master) else { return nil }
                let variant = PreparedPicture.Variant(width: SamplePicture.width, bytes: picture.bytes)
                return (master, PreparedPicture(variants: [variant], thumbHash: picture.thumbHash))
            })
    }
}
