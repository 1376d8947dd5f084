package import Foundation

/// Files that are written into a folder in which none of them is.
package struct NewFiles {
    /// By their paths relative to the folder.
    private(set) var contents: [(path: String, data: Data)]
    /// Those that only the user and their group may read.
    var secret: Set<String> = []
    /// Those that are left out where they exist already.
    var optional: Set<String> = []

    init(_ contents: [(path: String, data: Data)]) {
        self.contents = contents
    }

    /// Writes all of them or, where one can't be written, none. The folder is made if need be.
    ///
    /// - Returns: the paths of the optional ones that exist already, and are kept.
    /// - Throws: ``SampleFiles/WriteError`` when one of the files exists already, before anything is written;
    ///   Foundation's errors when the folder can't be written to.
    @discardableResult func write(to folder: String) throws -> [String] {
        let folder = URL(filePath: folder, directoryHint: .isDirectory)
        let there = contents.map(\.path).filter { Self.isThere(folder.appending(path: $0)) }
        if let first = there.first(where: { !optional.contains($0) }) {
            throw SampleFiles.WriteError.alreadyThere(folder.appending(path: first).relativePath)
        }
        var written: [URL] = []
        do {
            for (path, data) in contents where !there.contains(path) {
                let url = folder.appending(path: path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Self.write(data, to: url)
                written.append(url)
                guard secret.contains(path) else { continue }
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o640], ofItemAtPath: url.path(percentEncoded: false))
            }
            return there
        } catch {
            for url in written { try? FileManager.default.removeItem(at: url) }
            throw error
        }
    }

    /// Writes a file that isn't there. Where that fails, as on a full disk, nothing of it stays.
    package static func write(_ data: Data, to url: URL) throws {
        let wasThere = isThere(url)
        do {
            try data.write(to: url, options: .withoutOverwriting)
        } catch {
            // Somebody else's file, which has come meanwhile, is no part of this one.
            let isOwn = !wasThere && (error as? CocoaError)?.code != .fileWriteFileExists
            if isOwn { unlink(url.path(percentEncoded: false)) }
            throw error
        }
    }

    /// Also a link that leads nowhere is there.
    private static func isThere(_ url: URL) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))) != nil
    }
}
