import ArgumentParser
import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfServer
import ShelfTerminal
import ShelfWire

/// `shelflife token`
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make an admin token, and write its hash into the settings.",
        discussion: """
            Prints the token on standard output, once: the settings have its SHA-256 only. The rest of the file stays as \
            it is. Where its form doesn't show where the token belongs, nothing is written: the line to put in is on \
            standard error, and the status is 1.
            """)

    @Argument(help: "Whose it is: the name stands in the audit log beside each use.")
    var name: String

    @Option(help: "What it allows, with commas between: \(Self.known).")
    var scopes: String

    @Option(help: "The file of settings.", completion: .file(extensions: ["yaml", "yml"]))
    var config = ShopFile.settings

    @Flag(name: .customLong("print"), help: "Read and write no file: the line to put in is on standard error.")
    var printsLine = false

    private static let known = AdminScope.allCases.map(\.rawValue).joined(separator: ", ")

    func validate() throws {
        guard AdminToken.storedName(name) != nil else {
            throw ValidationError("a token can't be called “\(name)”; expected \(AdminToken.nameForm)")
        }
        _ = try read(scopes)
    }

    private func read(_ scopes: String) throws -> Set<AdminScope> {
        let names = scopes.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return try Set(
            names.map { name in
                if let scope = AdminScope(rawValue: name) { return scope }
                throw ValidationError("there is no scope “\(name)”; the scopes are \(Self.known)")
            })
    }

    func run() throws {
        let (kept, token) = AdminToken.made(named: name, scopes: try read(scopes))
        let line = TokenLine(kept)
        if printsLine {
            Output.print(token)
            return say("Put this line under admin.tokens in the settings:", line.text, Self.signal)
        }
        let settings = try ConfigurationLoader.settings(file: config)
        guard !settings.admins.contains(where: { $0.name == AdminToken.storedName(name) }) else {
            throw UsageError("\(config) has a token of the name “\(name)”; choose another, or take that one out first")
        }
        guard try write(line, kept) else {
            Output.print(token)
            say(
                "\(config) is as it was, since its form doesn't show where the token belongs. Put this line under "
                    + "admin.tokens in it:", line.text, Self.signal)
            throw ExitCode.failure
        }
        Output.print(token)
        // Without a token there was none.
        let new = try ConfigurationLoader.settings(file: config)
        let startsDesk = settings.desk == nil && new.desk != nil
        say(
            "\(config) has the hash of this token. Keep the token: it isn't printed again.",
            startsDesk ? "The desk starts with the server's next start." : Self.signal)
    }

    /// - Returns: whether the settings have the token; `false` where they are as they were.
    private func write(_ line: TokenLine, _ token: AdminToken) throws -> Bool {
        guard let former = FileManager.default.contents(atPath: config) else { throw StorageError(config, .EIO) }
        guard let new = line.added(to: Array(former)) else { return false }
        do {
            try FileReplacement.replace(config, being: former, with: Data(new)) { path in
                let read = try? ConfigurationLoader.settings(file: path)
                guard read?.admins.last?.hash == token.hash else { throw NotReadBack() }
            }
            return true
        } catch is NotReadBack {
            return false
        }
    }

    /// The file with the token doesn't read as settings with that token.
    private struct NotReadBack: Error {}

    private static let signal = "A running server reads it after SIGHUP (systemctl reload shelflife)."

    /// Says something beside the output, which is the token alone.
    private func say(_ lines: String...) {
        try? FileHandle.standardError.write(contentsOf: Data(lines.map { "\($0)\n" }.joined().utf8))
    }
}
