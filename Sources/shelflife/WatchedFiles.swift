import Foundation
import ShelfConfiguration
import ShelfModel
import Synchronization

/// The files of settings and content, those of the catalogue, the pictures and the packs when they were last read
/// without errors, and the folders in which new pictures and packs appear.
final class WatchedFiles: Sendable {
    private let settings: String
    private let folder: URL
    private let content: Mutex<[String]>

    /// - Parameters:
    ///   - settings: their path.
    ///   - content: the content file's. It is watched even where it couldn't be read, so that it can be mended.
    init(settings: String, content: String) {
        self.settings = settings
        folder = URL(filePath: content).deletingLastPathComponent()
        self.content = Mutex([content])
    }

    var paths: [String] { [settings] + content.withLock { $0 } + folders }

    /// A folder changes when a file is put into it or taken out.
    private var folders: [String] {
        let packs = folder.appending(path: PackList.folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: packs.path)) ?? []
        return [folder.appending(path: PictureList.folder).path, packs.path]
            + names.map { packs.appending(path: $0).path }
    }

    func note(_ loaded: LoadedContent) {
        let lists = [ContentFile.content, ContentFile.plan, PictureList.path, PackList.path]
        let files = loaded.files.map(\.path).filter { !lists.contains($0) }
        let names = files + loaded.packPaths + loaded.pictures.entries.map { "\(PictureList.folder)/\($0.name)" }
        let paths = (names + [ContentFile.plan]).map { $0.hasPrefix("/") ? $0 : folder.appending(path: $0).path }
        content.withLock { $0 = [loaded.file] + paths }
    }
}
