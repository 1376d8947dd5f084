import Foundation
import ShelfTerminal
import ShelfVault

/// Lets a person change a secret in their editor.
enum SecretEditor {
    /// A folder that is kept in memory. What is in it reaches a disk only by way of the swap.
    private static let memory = "/dev/shm"

    /// Whether the folder really is in memory, as it is on Linux unless somebody has changed that.
    private static var isInMemory: Bool {
        let mounts = (try? String(contentsOfFile: "/proc/mounts", encoding: .utf8)) ?? ""
        return mounts.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            return fields.count > 2 && fields[1] == memory && fields[2] == "tmpfs"
        }
    }

    static func edited(_ secret: String) throws -> String {
        guard isInMemory else {
            throw UsageError(
                "there is no folder in memory for an editor (\(memory)); pipe the new secret into this command")
        }
        var template = Array("\(memory)/shelflife-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw UsageError("\(memory): \(String(cString: strerror(errno)))") }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let file = "\(folder)/secret"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard
            FileManager.default.createFile(
                atPath: file, contents: Data("\(secret)\n".utf8), attributes: [.posixPermissions: 0o600])
        else { throw UsageError("\(file) can't be written") }
        try run(on: file)
        let written = try Data(contentsOf: URL(filePath: file))
        guard var text = String(validating: written, as: UTF8.self) else {
            throw UsageError("the secret is no text in UTF-8; nothing was changed")
        }
        if text.hasSuffix("\n"), !secret.hasSuffix("\n") { text.removeLast() }
        return text
    }

    /// Runs the editor on this terminal. Foundation's `Process` would give it a group of its own, which may not read
    /// from the terminal.
    private static func run(on file: String) throws {
        let set = ProcessInfo.processInfo.environment
        let editor = [set["VISUAL"], set["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
        let words: [String] = ["sh", "-c", "\(editor) \"$1\"", "sh", file]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // ^C is the editor's.
        let former = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, former) }
        var process: pid_t = 0
        var status: Int32 = 0
        guard posix_spawn(&process, "/bin/sh", nil, nil, arguments, environ) == 0,
            waitpid(process, &status, 0) == process, status == 0
        else { throw UsageError("the editor (\(editor)) has failed; nothing was changed") }
    }
}
