import Foundation
package import ShelfModel
package import ShelfWire

/// Snapshots as bytes. SQLite needs a file, so they are in one for a moment, which only this user can read.
package enum TemporarySnapshot {
    /// - Throws: ``ShelfWire/PackFault``.
    package static func bytes(of pack: Pack) throws(PackFault) -> [UInt8] {
        try inFolder { file throws(PackFault) in
            try PackSnapshot.write(pack, to: file.path)
            do { return Array(try Data(contentsOf: file)) } catch { throw .storage("\(error.localizedDescription)") }
        }
    }

    /// - Throws: ``ShelfWire/PackFault``.
    package static func read(_ bytes: [UInt8]) throws(PackFault) -> Pack {
        try inFolder { file throws(PackFault) in
            try WholeFile.replace(file, with: bytes)
            return try PackSnapshot(file.path).read()
        }
    }

    private static func inFolder<Value>(_ body: (URL) throws(PackFault) -> Value) throws(PackFault) -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shelflife-pack-\(UUID())")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .storage("no folder can be made for a snapshot: \(error.localizedDescription)")
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder.appending(path: "snapshot"))
    }
}
