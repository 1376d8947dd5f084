package import Foundation
package import ShelfDatabase

/// Issued windows as files, laid out like the routes, so that any static file server can serve them.
///
/// A file appears whole or not at all: it is written beside the folder, made
/// durable and renamed into it. The newest is its numbered file under a second name.
package struct PublishedFolder: Sendable {
    private let root: String
    private let staging: String

    /// - Parameters:
    ///   - root: what the world may read.
    ///   - staging: a folder on the same file system that it may not.
    package init(root: URL, staging: URL) throws {
        self.root = root.path
        self.staging = staging.path
        for folder in [root, staging] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    /// Puts windows under their numbers and makes the last of each store its newest.
    ///
    /// Their bytes are made durable together, which costs little more than for one. What is there already
    /// isn't written again.
    ///
    /// - Parameter windows: each store's oldest first.
    /// - Returns: the windows of stores with which something went wrong, and what.
    package func publish(_ windows: [StoredWindow]) -> [(window: StoredWindow, fault: any Error)] {
        var attempts = Attempts()
        let staged = windows.map { window in attempts.make(for: window.store) { try stage(window) } ?? nil }
        for (window, file) in zip(windows, staged) {
            attempts.make(for: window.store) { try file?.synchronize() }
        }
        for (window, file) in zip(windows, staged) {
            attempts.make(for: window.store) { try file?.place(at: path(of: window)) }
        }
        for window in Dictionary(windows.map { ($0.store, $0) }, uniquingKeysWith: { $1 }).values {
            attempts.make(for: window.store) { try makeNewest(window) }
        }
        return windows.compactMap { window in attempts.faults[window.store].map { (window, $0) } }
    }

    /// The bytes of a window, or `nil` when it has not been issued here or is long gone.
    package func window(store: String, sequence: Int64) -> [UInt8]? {
        Self.bytes(at: "\(folder(of: store))/windows/\(sequence)")
    }

    /// Removes a store's windows older than `sequence`.
    package func prune(store id: String, before sequence: Int64) throws {
        let folder = "\(folder(of: id))/windows"
        // A store has no folder before its first window.
        guard FileManager.default.fileExists(atPath: folder) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            guard let number = Int64(name), number < sequence else { continue }
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    private func folder(of store: String) -> String { "\(root)/v1/stores/\(store)" }

    private func path(of window: StoredWindow) -> String {
        "\(folder(of: window.store))/windows/\(window.sequence)"
    }

    /// The window beside the folder, or `nil` where its file is in it.
    private func stage(_ window: StoredWindow) throws -> StagedFile? {
        guard Self.bytes(at: path(of: window)) != window.bytes else { return nil }
        return try StagedFile(window.bytes, at: "\(staging)/\(window.store)-\(window.sequence)")
    }

    private func makeNewest(_ window: StoredWindow) throws {
        let (newest, staged) = ("\(folder(of: window.store))/window", "\(staging)/\(window.store)-newest")
        unlink(staged)
        try StagedFile.check(link(path(of: window), staged), staged)
        try StagedFile.check(rename(staged, newest), newest)
        // Renaming one name of a file over another of the same file leaves both.
        unlink(staged)
    }

    private static func bytes(at path: String) -> [UInt8]? {
        guard access(path, R_OK) == 0 else { return nil }
        return (try? Data(contentsOf: URL(filePath: path))).map(Array.init)
    }
}

/// What went wrong, by store: with a store nothing is attempted any more after its first failure.
private struct Attempts {
    var faults: [String: any Error] = [:]

    @discardableResult
    mutating func make<Output>(for store: String, _ work: () throws -> Output) -> Output? {
        guard faults[store] == nil else { return nil }
        do {
            return try work()
        } catch {
            faults[store] = error
            return nil
        }
    }
}
