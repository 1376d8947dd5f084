package import Foundation

/// Runs a program that reads untrusted files. It runs in its own process with limits, and starts with only an empty
/// standard input and a file for its output. On Linux it has no network and no child processes. If it fails, only its own
/// result is lost.
package struct ConfinedChild: Sendable {
    /// The path of the program's file.
    package let program: String
    package let limits: ChildLimits

    private static let folders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    private static let mostSaid = 1 << 20
    /// The process could not be confined, or the program not be started.
    private static let notConfined: CInt = 126

    /// - Parameter name: of a program that the system has in one of the usual folders.
    /// - Throws: ``ChildFailure/missing(program:)``.
    package init(_ name: String, limits: ChildLimits = ChildLimits()) throws(ChildFailure) {
        let path = Self.folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let path else { throw .missing(program: name) }
        (program, self.limits) = (path, limits)
    }

    /// Runs the program once. A task that is cancelled ends it.
    ///
    /// - Parameters:
    ///   - environment: all of it; nothing is inherited.
    ///   - folder: where it works.
    /// - Returns: what it has said, the first mebibyte of it.
    /// - Throws: ``ChildFailure``.
    @discardableResult
    package func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: URL
    ) async throws(ChildFailure) -> String {
        let said = try Self.temporary()
        defer { close(said) }
        let status = try await ChildRun(self, arguments, environment, in: folder, output: said).run().get()
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        guard signal == 0 else { throw .killed(signal: signal) }
        let text = Self.text(of: said)
        guard code != Self.notConfined || !text.isEmpty else { throw .notStarted(EPERM) }
        guard code == 0 else { throw .exited(status: code, said: text) }
        return text
    }

    /// A file without a name.
    private static func temporary() throws(ChildFailure) -> CInt {
        var path = Array("\(NSTemporaryDirectory())/shelflife-child-XXXXXX".utf8CString)
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
