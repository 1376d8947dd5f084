import Foundation
import ShelfTerminal
import ShelfVault

/// Lets a person change a secret in their editor.
enum SecretEditor {
    /// A folder that is kept in memory. What is in it reaches a disk only by way of the swap.
    private static let memory = "/dev/shm"
    private static let name = "shelflife-edit-"

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
        removeLeftovers()
        var template = Array("\(memory)/\(name)\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw UsageError("\(memory): \(String(cString: strerror(errno)))") }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let file = "\(folder)/secret"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard
            FileManager.default.createFile(
                atPath: file, contents: Data("\(secret)\n".utf8), attributes: [.posixPermissions: 0o600])
        else { throw UsageError("\(file) can't be written") }
        try run(on: file)
        guard let written = try? Data(contentsOf: URL(filePath: file)) else {
            throw UsageError("the editor has left no file; nothing was changed")
        }
        guard var text = String(validating: written, as: UTF8.self) else {
            throw UsageError("the secret is no text in UTF-8; nothing was changed")
        }
        if text.utf8.last == UInt8(ascii: "\n") { text = String(decoding: text.utf8.dropLast(), as: UTF8.self) }
        return text
    }

    /// Removes what commands have left that were killed while their editor was open.
    private static func removeLeftovers() {
        for folder in (try? FileManager.default.contentsOfDirectory(atPath: memory)) ?? [] where folder.hasPrefix(name)
        {
            guard let process = folder.dropFirst(name.count).split(separator: "-").first.flatMap({ pid_t($0) }),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(memory)/\(folder)")
        }
    }

    /// Runs the editor on this terminal. Foundation's `Process` would give it a group of its own, which may not read
    /// from the terminal.
    private static func run(on file: String) throws {
        let set = ProcessInfo.processInfo.environment
        let editor = [set["VISUAL"], set["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
        let words: [String] = ["sh", "-c", "\(editor) \"$1\"", "sh", file]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // ^C is the editor's. Whatever ends the editor, this command goes on and removes the file.
        let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
        let former = signals.map { signal($0, SIG_IGN) }
        defer { for (number, action) in zip(signals, former) { signal(number, action) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in signals + [SIGPIPE] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        var status: Int32 = 0
        guard posix_spawn(&process, "/bin/sh", nil, &attributes, arguments, environ) == 0,
            waitpid(process, &status, 0) == process, status == 0
        else { throw UsageError("the editor (\(editor)) has failed; nothing was changed") }
    }
}
