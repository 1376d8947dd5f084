import Foundation

/// A file that has been written but isn't published yet. It is closed when its last reference is released.
final class StagedFile {
    private let path: String
    private let descriptor: Int32

    init(_ bytes: [UInt8], at path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        try Self.check(descriptor, path)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            try Self.check(Int32(truncatingIfNeeded: count), path)
            rest = rest.dropFirst(count)
        }
    }

    deinit { close(descriptor) }

    /// Syncs the file to the disk.
    func synchronize() throws { try Self.check(fsync(descriptor), path) }

    /// Moves the file to `target`, and creates the folder of `target` if it is missing.
    func place(at target: String) throws {
        if rename(path, target) == 0 { return }
        let folder = URL(filePath: target).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.check(rename(path, target), target)
    }

    static func check(_ result: Int32, _ path: String) throws {
        guard result < 0 else { return }
        throw CocoaError(
            .fileWriteUnknown,
            userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: POSIXError(.init(rawValue: errno) ?? .EIO)])
    }
}
