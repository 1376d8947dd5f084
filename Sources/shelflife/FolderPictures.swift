import Foundation
import Logging
import ShelfConfiguration
import ShelfEngine
import ShelfWire
import Synchronization

/// Makes the pictures of the masters that lie beside a server's configuration file, in the background.
///
/// What the server draws before a picture is made has the item's glyph.
final class FolderPictures: Sendable {
    /// The configuration file's.
    private let folder: URL
    private let logger: Logger
    private let list: Mutex<PictureList>

    init(folder: URL, _ list: PictureList, logger: Logger) {
        (self.folder, self.logger) = (folder, logger)
        self.list = Mutex(list)
    }

    /// Notes the masters of files that were read again.
    func note(_ list: PictureList) { self.list.withLock { $0 = list } }

    /// Makes what is missing, until the task is cancelled.
    func make(with maker: PictureMaker) async {
        var made = PictureList(entries: [])
        while !Task.isCancelled {
            let wanted = list.withLock { $0 }
            if wanted != made {
                await make(wanted, with: maker)
                made = wanted
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private func make(_ list: PictureList, with maker: PictureMaker) async {
        let missing = list.entries.filter { !maker.knows($0.master) }
        guard !missing.isEmpty else { return }
        if let obstacle = maker.obstacle {
            return logger.warning(
                "pictures can't be made, so items have their glyphs",
                metadata: ["pictures": "\(missing.count)", "why": "\(obstacle)"])
        }
        logger.notice("pictures are made", metadata: ["pictures": "\(missing.count)"])
        var rest = missing[...]
        while !rest.isEmpty, !Task.isCancelled {
            let some = rest.prefix(Self.atOnce)
            rest = rest.dropFirst(Self.atOnce)
            await withTaskGroup { group in
                for entry in some { group.addTask { await self.make(entry, with: maker) } }
            }
        }
    }

    private static let atOnce = 32

    private func make(_ entry: PictureList.Entry, with maker: PictureMaker) async {
        let path = "\(PictureList.folder)/\(entry.name)"
        do {
            _ = try await maker.make(
                Array(try Data(contentsOf: folder.appending(path: path))), named: entry.master)
        } catch is CancellationError {
        } catch {
            logger.error("a picture can't be made", metadata: ["picture": "\(path)", "why": "\(error)"])
        }
    }
}
