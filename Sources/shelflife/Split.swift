import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfTerminal

/// `shelflife split`
struct Split: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write a file for settings and a file for content from one that has both.",
        discussion: """
            The settings keep the file's name; the old file is kept as FILE.before-split. What designers make goes into \
            content.yaml beside it, and planned appearances into plan.yaml. Nothing else that is there is overwritten.
            """)

    @Argument(help: "The file with both.", completion: .file(extensions: ["yaml", "yml"]))
    var file = ShopFile.settings

    @Option(help: "The folder to write into, instead of the file's own; it is made if need be.", completion: .directory)
    var into: String?

    func run() throws {
        let url = URL(filePath: file)
        do {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw UsageError("\(file) can't be read; name a file that has settings and content")
            }
            let split = try ShopSplit(Array(data), file: file)
            let folder = into.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? url.deletingLastPathComponent()
            let settings = folder.appending(path: url.lastPathComponent)
            let kept = into == nil ? url.appendingPathExtension("before-split") : nil
            let files = [
                (folder.appending(path: ContentFile.content), split.content),
                (folder.appending(path: ContentFile.plan), split.plan),
            ]
            for path in files.map(\.0.path) + [kept?.path ?? settings.path]
            where FileManager.default.fileExists(atPath: path) {
                throw UsageError("there is a \(path) already, and it is kept; use --into, or move it away")
            }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for case (let url, let text?) in files { try Data(text.utf8).write(to: url, options: .withoutOverwriting) }
            if let kept { try FileManager.default.moveItem(at: url, to: kept) }
            try write(split.settings, to: settings, like: kept ?? url)
            let written = [settings] + files.compactMap { url, text in text.map { _ in url } }
            Output.print(written.map { "wrote \($0.relativePath)" } + Self.advice)
        } catch let error as ConfigurationProblems {
            throw UsageError("\(error)")
        } catch let error as UsageError {
            throw error
        } catch {
            throw StorageError.explaining(error, at: file)
        }
    }

    /// Writes the settings with the old file's permissions, since they hold secrets.
    private func write(_ text: String, to url: URL, like old: URL) throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: old.path)
        let mode = attributes[.posixPermissions] as? NSNumber ?? 0o600
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
        else { throw StorageError(url.path, .EIO) }
    }

    private static let advice = [
        "From now on a start takes content from these files only where nothing is in force yet. If the files shall go on to",
        "decide what is in force, say `content: {owner: files}` in the settings.",
    ]
}
