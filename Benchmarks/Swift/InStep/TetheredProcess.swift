import Foundation

/// A process that ends when this one does, however that ends: a shell beside it waits for this one's last breath.
final class TetheredProcess {
    private let shell = Process()
    private let tether = Pipe()
    private let ended = AsyncStream.makeStream(of: Never.self)

    /// The command gets a process group of its own, and all of it is ended, stopped processes too.
    private static let script = """
        setsid "$@" </dev/null & child=$!
        cat >/dev/null
        kill -s KILL -- "-$child" 2>/dev/null
        """

    /// - Parameters:
    ///   - output: gets what the command says.
    ///   - errors: whether what it complains of is shown here.
    init(_ command: [String], output: URL, errors: Bool = true) throws {
        guard FileManager.default.createFile(atPath: output.path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: output.path])
        }
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", Self.script, "tether"] + command
        shell.standardInput = tether
        shell.standardOutput = try FileHandle(forWritingTo: output)
        if !errors { shell.standardError = FileHandle.nullDevice }
        // Another child must not hold this one's tether.
        _ = fcntl(tether.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        shell.terminationHandler = { [ended] _ in ended.continuation.finish() }
        try shell.run()
    }

    /// When it returns, nothing of the command is left, even when the calling task was cancelled.
    func end() async {
        try? tether.fileHandleForWriting.close()
        await Task { [ended] in for await _ in ended.stream {} }.value
    }
}
