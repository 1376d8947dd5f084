import CConfinedChild
package import Foundation

/// Runs a program that reads untrusted files, in a process of its own with limits. It starts with an empty standard input
/// and a file for its output. On Linux it reaches only the files that its owner names, has no network and no child
/// processes. If it fails, only its own result is lost.
package struct ConfinedChild: Sendable {
    /// The path of the program's file.
    package let program: String
    /// What it may read besides its own file and the folder in which it works: paths of files, which it may also run, and
    /// of folders.
    package let readable: [String]
    package let limits: ChildLimits

    private static let folders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    private static let mostSaid = 1 << 16

    /// Where systems have libraries, the loader, and its list of them.
    package static let libraries = [
        "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/lib64",
        "/lib64/ld-linux-x86-64.so.2",
        "/lib/ld-linux-aarch64.so.1", "/etc/ld.so.cache",
    ]

    /// - Parameters:
    ///   - name: of a program that the system has in one of the usual folders.
    ///   - readable: the paths of what it may read besides its own file and the folder in which it works: files, which it
    ///     may also run, and folders.
    /// - Throws: ``ChildFailure/missing(program:)``, ``ChildFailure/unconfinable``.
    package init(
        _ name: String, reading readable: [String], limits: ChildLimits = ChildLimits()
    ) throws(ChildFailure) {
        let path = Self.folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let path else { throw .missing(program: name) }
        guard confined_is_possible() != 0 else { throw .unconfinable }
        // Who has built a program by hand has its libraries there, too.
        let beside = path.hasPrefix("/usr/local/") ? ["/usr/local/lib"] : []
        (program, self.readable, self.limits) = (path, readable + beside, limits)
    }

    /// Runs the program once. A task that is cancelled ends it.
    ///
    /// - Parameters:
    ///   - environment: all of it; nothing is inherited.
    ///   - folder: where it works. It may read what is there.
    ///   - written: the names of files in the folder that it may write. They are made, and emptied, before it starts. It can
    ///     make no others.
    /// - Returns: what it has said, the first 64 KiB of it.
    /// - Throws: ``ChildFailure``.
    @discardableResult
    package func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL, writing written: [String] = []
    ) async throws(ChildFailure) -> String {
        for name in written { close(try Self.empty(folder.appending(path: name).path)) }
        let said = try Self.nameless(in: folder)
        defer { close(said) }
        let run = ChildRun(self, arguments, environment, in: folder, writing: written, output: said)
        let status = try await run.run().get()
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        guard signal == 0 else { throw .killed(signal: signal) }
        let text = Self.text(of: said)
        guard code == 0 else { throw .exited(status: code, said: text) }
        return text
    }

    private static func empty(_ path: String) throws(ChildFailure) -> CInt {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .notStarted(errno) }
        return file
    }

    /// A file without a name.
    private static func nameless(in folder: URL) throws(ChildFailure) -> CInt {
        var path = Array("\(folder.path)/said-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { throw .notStarted(errno) }
        unlink(path)
        return file
    }

    private static func text(of file: CInt) -> String {
        var bytes = [UInt8](repeating: 0, count: mostSaid)
        let count = pread(file, &bytes, mostSaid, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
