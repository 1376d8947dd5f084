import Foundation
import ShelfConfiguration
import ShelfModel
import Synchronization

/// The files of settings and content, and those of the catalogue, the pictures and the packs when they were last read
/// without errors.
final class WatchedFiles: Sendable {
    private let file: String
    private let content = Mutex<[String]>([])

    /// - Parameter file: the path of the settings.
    init(_ file: String) {
        self.file = file
    }

    var paths: [String] { [file] + content.withLock { $0 } }

    func note(_ loaded: LoadedContent) {
        let folder = URL(filePath: loaded.file).deletingLastPathComponent()
        let lists = [ContentFile.content, ContentFile.plan, PictureList.path, PackList.path]
        let files = loaded.files.map(\.path).filter { !lists.contains($0) }
        let names = files + loaded.packPaths + loaded.pictures.entries.map { "\(PictureList.folder)/\($0.name)" }
        let paths = (names + [ContentFile.plan]).map { $0.hasPrefix("/") ? $0 : folder.appending(path: $0).path }
        content.withLock { $0 = [loaded.file] + paths }
    }
}
