package import Foundation
package import ShelfWire

/// Writes files that are whole after a crash: each is written beside its place and renamed once it is on the disk.
package enum WholeFile {
    /// Writes a file, replacing the one that was there.
    ///
    /// - Parameter check: looks at the new file before it takes its place.
    /// - Throws: ``ShelfWire/PackFault``, also what `check` throws. The former file is there then.
    package static func replace(
        _ file: URL, with bytes: [UInt8], check: (URL) throws(PackFault) -> Void = { _ in }
    ) throws(PackFault) {
        let part = part(of: file)
        defer { unlink(part.path) }
        do {
            try Data(bytes).write(to: part)
        } catch {
            throw .storage("\(file.path) can't be written: \(error.localizedDescription)")
        }
        try check(part)
        try place(part, at: file)
    }

    /// A name beside a file that no other writer has.
    static func part(of file: URL) -> URL { file.appendingPathExtension("\(UUID()).part") }

    /// Brings a file that is written to the disk, and renames it.
    static func place(_ part: URL, at file: URL) throws(PackFault) {
        let descriptor = open(part.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0, rename(part.path, file.path) == 0 else {
            throw .storage("\(file.path) can't be written: \(String(cString: strerror(errno)))")
        }
    }
}
