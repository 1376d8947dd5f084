import Foundation
import ShelfConfiguration
import ShelfModel
import Synchronization

/// The configuration file, and the files of the catalogue, the pictures and the packs when it was last read without errors.
final class WatchedFiles: Sendable {
    private let file: String
    private let catalogue = Mutex<[String]>([])

    /// - Parameter file: the path of the configuration file.
    init(_ file: String) {
        self.file = file
    }

    var paths: [String] { [file] + catalogue.withLock { $0 } }

    func note(_ loaded: LoadedConfiguration) {
        let folder = URL(filePath: file).deletingLastPathComponent()
        let lists = [ContentFile.configuration, PictureList.path, PackList.path]
        let files = loaded.files.map(\.path).filter { !lists.contains($0) }
        let names = files + loaded.packPaths + loaded.pictures.entries.map { "\(PictureList.folder)/\($0.name)" }
        catalogue.withLock { $0 = names.map { $0.hasPrefix("/") ? $0 : folder.appending(path: $0).path } }
    }
}
