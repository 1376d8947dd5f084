import ArgumentParser
import Foundation
import ShelfTerminal

/// The admin token that a command shows to a server. It is never an argument, because other users of the machine can
/// read those.
struct AdminTokenOptions: ParsableArguments {
    @Option(
        help: "A file with the admin token; unless given, SHELFLIFE_ADMIN_TOKEN in the environment has it.",
        completion: .file())
    var tokenFile: String?

    private static let variable = "SHELFLIFE_ADMIN_TOKEN"

    var header: [String: String] {
        get throws { ["Authorization": "Bearer \(try token)"] }
    }

    var token: String {
        get throws {
            let (text, place) = (try text, tokenFile ?? Self.variable)
            let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw UsageError("\(place) holds no admin token, which is one word of plain characters")
            }
            return token
        }
    }

    private var text: String {
        get throws {
            guard let tokenFile else {
                if let token = ProcessInfo.processInfo.environment[Self.variable] { return token }
                throw UsageError("an admin token is needed: set \(Self.variable), or name a file with --token-file")
            }
            do {
                return try String(contentsOfFile: tokenFile, encoding: .utf8)
            } catch {
                throw UsageError("\(tokenFile) can't be read: \(error.localizedDescription)")
            }
        }
    }
}
