package import Foundation
package import ShelfDatabase

/// Issued windows as files, laid out like the routes, so that any static file server can serve them.
///
/// A file appears whole or not at all: it is written beside the folder, made
/// durable and renamed into it.
package struct PublishedFolder: Sendable {
    private let root: URL
    private let staging: URL

    /// - Parameters:
    ///   - root: what the world may read.
    ///   - staging: a folder on the same file system that it may not.
    package init(root: URL, staging: URL) throws {
        self.root = root
        self.staging = staging
        for folder in [root, staging] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    /// Puts a window under its number and makes it the newest.
    package func publish(_ window: StoredWindow) throws {
        let numbered = file(store: window.store, sequence: window.sequence)
        try place(window.bytes, at: numbered, staged: "\(window.store)-\(window.sequence)")
        try place(window.bytes, at: store(window.store).appending(path: "window"), staged: "\(window.store)-newest")
    }

    /// The bytes of a window, or `nil` when it has not been issued here or is long gone.
    package func window(store: String, sequence: Int64) -> [UInt8]? {
        (try? Data(contentsOf: file(store: store, sequence: sequence))).map(Array.init)
    }

    /// Removes a store's windows older than `sequence`.
    package func prune(store id: String, before sequence: Int64) throws {
        let folder = store(id).appending(path: "windows")
        // A store has no folder before its first window.
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            guard let number = Int64(name), number < sequence else { continue }
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    private func store(_ id: String) -> URL { root.appending(path: "v1/stores/\(id)") }

    private func file(store id: String, sequence: Int64) -> URL { store(id).appending(path: "windows/\(sequence)") }

    private func place(_ bytes: [UInt8], at target: URL, staged name: String) throws {
        let folder = target.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let staged = staging.appending(path: name)
        guard FileManager.default.createFile(atPath: staged.path, contents: nil, attributes: [.posixPermissions: 0o644])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: staged.path]) }
        let handle = try FileHandle(forWritingTo: staged)
        try handle.write(contentsOf: Data(bytes))
        try handle.synchronize()
        try handle.close()
        guard rename(staged.path, target.path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target.path])
        }
        try synchronize(folder)
    }

    /// A rename is durable once its folder is.
    private func synchronize(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: folder.path]) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: folder.path])
        }
    }
}
