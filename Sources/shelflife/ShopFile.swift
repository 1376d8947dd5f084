import Foundation
import ShelfConfiguration

/// The file that a command reads a shop from where it takes settings or content.
enum ShopFile {
    static let settings = "shelflife.yaml"

    /// - Parameter named: the one that the user names, or its folder; `nil` for the settings in the working folder, or, where these
    ///   aren't there, as in a designer's folder, the content.
    static func path(_ named: String?) -> String {
        if let named { return path(in: named) ?? named }
        return usual.first { FileManager.default.fileExists(atPath: $0) } ?? settings
    }

    /// The one in a folder; `nil` where it has neither.
    static func path(in folder: String) -> String? {
        let folder = URL(filePath: folder, directoryHint: .isDirectory)
        return usual.map { folder.appending(path: $0).relativePath }
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    private static let usual = [settings, ContentSettings.usualFile]
}
