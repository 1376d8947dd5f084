package import Foundation

/// Where a server keeps its files: secrets in a folder that only its user may enter, issued windows in another beside it.
///
/// The published folder must not lie around the secrets: whoever serves it to
/// the world would serve them too.
package struct DataFolder: Sendable {
    package let secrets: URL
    package let published: URL

    package init(path: String) throws {
        let root = URL(filePath: path, directoryHint: .isDirectory)
        secrets = root.appending(path: "secrets", directoryHint: .isDirectory)
        published = root.appending(path: "published", directoryHint: .isDirectory)
        let files = FileManager.default
        try files.createDirectory(at: published, withIntermediateDirectories: true)
        try files.createDirectory(
            at: secrets, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: secrets.path)
    }

    package var database: String { secrets.appending(path: "shelflife.sqlite").path }
    package var staging: URL { secrets.appending(path: "staging", directoryHint: .isDirectory) }
}
