package import Foundation
package import ShelfDatabase
import ShelfWire

/// Issued windows as files, laid out like the routes, so that any static file server can serve them.
///
/// A file appears complete or not at all: it is written outside of the folder, synced to disk and then moved into it.
/// The newest window is a second name (a hard link) for its numbered file. A file for old clients stands beside it.
package struct PublishedFolder: Sendable {
    private let root: String
    private let staging: String

    /// - Parameters:
    ///   - root: the published folder, which everyone may read.
    ///   - staging: a private folder on the same file system.
    package init(root: URL, staging: URL) throws {
        self.root = root.path
        self.staging = staging.path
        for folder in [root, staging] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    /// How many bytes its disk has left for this user; `nil` when the system doesn't say.
    var freeBytes: Int64? {
        var disk = statvfs()
        return statvfs(root, &disk) == 0 ? Int64(disk.f_bavail) * Int64(disk.f_frsize) : nil
    }

    /// Writes windows as numbered files and makes the last one of each store its newest window.
    ///
    /// All files are synced to disk together, which costs little more than syncing one. Files that already have the
    /// right content aren't written again.
    ///
    /// - Parameter windows: each store's oldest first.
    /// - Returns: the windows that could not be written, with their errors.
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

    /// Writes the files for old clients that these stores have.
    ///
    /// - Returns: the stores whose files could not be written, with their errors.
    func publish(_ legacy: LegacyFiles, of stores: Set<String>) -> [String: any Error] {
        var attempts = Attempts()
        for store in stores {
            guard let file = legacy[store] else { continue }
            attempts.make(for: store) {
                guard Self.bytes(at: legacyPath(store)) != file.bytes else { return }
                let staged = try StagedFile(file.bytes, at: "\(staging)/\(store)-legacy")
                try staged.synchronize()
                try staged.place(at: legacyPath(store))
            }
        }
        return attempts.faults
    }

    /// Returns the bytes of a window; `nil` when it was never issued here or has been deleted.
    package func window(store: String, sequence: Int64) -> [UInt8]? {
        Self.bytes(at: path(store, sequence))
    }

    /// Removes a store's windows older than `sequence`.
    package func prune(store id: String, before sequence: Int64) throws {
        for number in try sequences(of: id) where number < sequence {
            try FileManager.default.removeItem(atPath: path(id, number))
        }
    }

    /// Removes the windows of all stores that are older than `sequence`, even a store's newest one.
    package func remove(before sequence: Int64) throws {
        let stores = root + RequestTarget(.stores).path
        for id in try names(in: stores) where StoreID.isValid(id) {
            let newest = root + RequestTarget.window(store: id).path
            let isCurrent = try sequences(of: id).contains { $0 >= sequence }
            // Remove the name of the newest window, and the file for old clients, before the numbered files, because
            // the numbers tell whether they must go.
            for path in [newest, legacyPath(id)] where !isCurrent { try removeIfPresent(path) }
            try prune(store: id, before: sequence)
        }
    }

    /// Removes the files for old clients of all stores but these.
    ///
    /// - Throws: the first error, once all have been tried.
    func removeLegacyFiles(otherThanOf stores: Set<String>) throws {
        let others = try names(in: root + RequestTarget(.stores).path).filter { !stores.contains($0) }
        var attempts = Attempts()
        for id in others where StoreID.isValid(id) {
            attempts.make(for: id) { try removeIfPresent(legacyPath(id)) }
        }
        if let fault = attempts.faults.values.first { throw fault }
    }

    private func removeIfPresent(_ path: String) throws {
        guard unlink(path) < 0, errno != ENOENT else { return }
        try StagedFile.check(-1, path)
    }

    /// The number of a store's newest window in this folder; `nil` when it has none.
    package func newestSequence(of store: String) throws -> Int64? { try sequences(of: store).max() }

    /// The identity of the database that the windows in this folder come from; `nil` when it wasn't stored.
    package var database: [UInt8]? { Self.bytes(at: databaseFile) }

    /// Stores the identity of the database that the windows in this folder come from.
    package func remember(database identity: [UInt8]) throws {
        guard database != identity else { return }
        let file = try StagedFile(identity, at: databaseFile + ".part")
        try file.synchronize()
        try file.place(at: databaseFile)
    }

    private var databaseFile: String { "\(staging)/database" }

    private func sequences(of store: String) throws -> [Int64] {
        let folder = URL(filePath: path(store, 0)).deletingLastPathComponent().path
        return try names(in: folder).compactMap { name in
            Int64(name).flatMap { WindowHeader.sequences.contains($0) ? $0 : nil }
        }
    }

    /// Returns nothing when the folder doesn't exist. A store has none before its first window.
    private func names(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    private func path(of window: StoredWindow) -> String { path(window.store, window.sequence) }

    private func path(_ store: String, _ sequence: Int64) -> String {
        root + RequestTarget.numberedWindow(store: store, sequence: sequence).path
    }

    private func legacyPath(_ store: String) -> String { root + RequestTarget.legacy(store: store).path }

    /// Writes the window to the staging folder. Returns `nil` when its file has already been published.
    private func stage(_ window: StoredWindow) throws -> StagedFile? {
        guard Self.bytes(at: path(of: window)) != window.bytes else { return nil }
        return try StagedFile(window.bytes, at: "\(staging)/\(window.store)-\(window.sequence)")
    }

    private func makeNewest(_ window: StoredWindow) throws {
        let (newest, staged) = (
            root + RequestTarget.window(store: window.store).path, "\(staging)/\(window.store)-newest"
        )
        unlink(staged)
        try StagedFile.check(link(path(of: window), staged), staged)
        try StagedFile.check(rename(staged, newest), newest)
        // `rename` does nothing when both names belong to the same file, so the staged name has to be removed.
        unlink(staged)
    }

    private static func bytes(at path: String) -> [UInt8]? {
        guard access(path, R_OK) == 0 else { return nil }
        return (try? Data(contentsOf: URL(filePath: path))).map(Array.init)
    }
}

/// The failures by store. After a store's first failure none of its later windows is attempted.
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
