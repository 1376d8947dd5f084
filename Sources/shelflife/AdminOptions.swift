import ArgumentParser
import Foundation
import ShelfClient
import ShelfHTTP
import ShelfTerminal
import ShelfWire

/// The server to ask as an admin, and the token to do it with.
struct AdminOptions: ParsableArguments {
    @Option(name: .customLong("to"), help: "The server's address, such as https://store.example.com.")
    var url = "http://127.0.0.1:8080"

    @Option(
        help: """
            A file that holds the admin token; unless given, the variable SHELFLIFE_ADMIN_TOKEN has the token. It is \
            never an argument, because other users of the machine can see those.
            """, completion: .file())
    var tokenFile: String?

    func api() throws -> AdminAPI { AdminAPI(url: url, server: try ServerAddress.url(url), token: try token()) }

    private func token() throws -> String {
        let environment = ProcessInfo.processInfo.environment["SHELFLIFE_ADMIN_TOKEN"]
        let text = try tokenFile.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? environment ?? ""
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else {
            throw UsageError(
                "there is no admin token; put it into SHELFLIFE_ADMIN_TOKEN, or name its file (--token-file)")
        }
        return token
    }
}

/// A server's admin routes, asked with one token.
struct AdminAPI {
    let url: String
    let server: URL
    let token: String

    private static let patienceSeconds: Int64 = 60
    private static let bytesAtMost = 128 << 20

    func get<Answer: Decodable>(_ path: String) async throws -> Answer {
        try await answer(to: .get(path, headers: headers, silence: Self.patienceSeconds))
    }

    func post<Answer: Decodable>(_ path: String, _ body: some Encodable) async throws -> Answer {
        try await answer(
            to: .post(path, headers: headers, json: WireJSON.encode(body), silence: Self.patienceSeconds))
    }

    private var headers: [String: String] { ["Authorization": "Bearer \(token)"] }

    /// - Throws: ``Problem`` as the server answered it, or what is wrong with the connection.
    private func answer<Answer: Decodable>(to call: HTTPCall) async throws -> Answer {
        do {
            let client = makeHTTPClient(server: server, nowUs: LocalClock.live.nowUs)
            let answer = try await client.answer(to: call, bytesAtMost: Self.bytesAtMost)
            guard answer.head.status == 200 else {
                guard let problem = try? WireJSON.decode(Problem.self, answer.body) else {
                    throw UsageError("\(url) answered \(answer.head.status); is it a Shelflife server?")
                }
                throw UsageError(Self.text(problem))
            }
            return try WireJSON.decode(Answer.self, answer.body)
        } catch let error as HTTPError {
            throw UsageError("\(url): \(TransportError(error))")
        }
    }

    private static func text(_ problem: Problem) -> String {
        ((problem.problems ?? []).map(\.text) + ["\(problem.title): \(problem.detail)"]).joined(separator: "\n")
    }
}
