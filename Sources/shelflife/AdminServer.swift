import Foundation
import ShelfClient
import ShelfConfiguration
import ShelfHTTP
import ShelfTerminal
import ShelfWire

/// A server's admin routes, asked with one token.
struct AdminServer {
    let url: String
    let server: URL
    /// The headers that show the token.
    let headers: [String: String]

    private static let patienceSeconds: Int64 = 120
    private static let bytesAtMost = 128 << 20

    func get<Answer: Decodable>(_ path: String) async throws -> Answer {
        try Self.decoded(await bytes(of: path), from: url)
    }

    /// Returns an answer as it is.
    func bytes(of path: String) async throws -> [UInt8] {
        do {
            return try await answer(to: .get(path, headers: headers, silence: Self.patienceSeconds))
        } catch let error as HTTPError {
            throw UsageError("\(url): \(TransportError(error))")
        }
    }

    func post<Answer: Decodable>(_ path: String, _ body: some Encodable) async throws -> Answer {
        do {
            let call = HTTPCall.post(
                path, headers: headers, json: try WireJSON.encode(body), silence: Self.patienceSeconds)
            return try Self.decoded(await answer(to: call), from: url)
        } catch let error as HTTPError {
            throw UsageError("\(url): \(TransportError(error))")
        }
    }

    /// Sends a file as it is.
    func put<Answer: Decodable>(_ path: String, _ bytes: [UInt8]) async throws -> Answer {
        do {
            let call = HTTPCall.put(path, headers: headers, bytes: bytes, silence: Self.patienceSeconds)
            return try Self.decoded(await answer(to: call), from: url)
        } catch let error as HTTPError {
            throw UsageError("\(url): \(TransportError(error))")
        }
    }

    /// Sends an order that has an effect only once, however often it is sent with the same key.
    func order<Answer: Decodable>(_ route: Route, _ body: some Encodable, key: String) async throws -> Answer {
        do {
            let call = HTTPCall.post(
                RequestTarget(route).path, headers: headers.merging([PurchaseRequest.keyHeader: key]) { $1 },
                json: try WireJSON.encode(body), silence: Self.patienceSeconds, isRepeatable: true)
            return try Self.decoded(await answer(to: call), from: url)
        } catch let error as HTTPError {
            throw UsageError(
                "\(url): \(TransportError(error)). It may be in force or not; send the same again with --key \(key)")
        }
    }

    /// Asks again for as long as the server is busy with other admins' work; then it has done nothing.
    ///
    /// - Throws: a ``UsageError`` with the server's problem, or an ``HTTPError``.
    private func answer(to call: HTTPCall) async throws -> [UInt8] {
        let client = makeHTTPClient(server: server, nowUs: LocalClock.live.nowUs)
        let last = ContinuousClock.now + .seconds(Self.patienceSeconds)
        var answer = try await client.answer(to: call, bytesAtMost: Self.bytesAtMost)
        while answer.head.status == 429, let seconds = answer.head.retryAfter,
            ContinuousClock.now + .seconds(seconds) < last
        {
            try await Task.sleep(for: .seconds(seconds))
            answer = try await client.answer(to: call, bytesAtMost: Self.bytesAtMost)
        }
        guard answer.head.status == 200 else {
            guard let problem = try? WireJSON.decode(Problem.self, answer.body) else {
                throw UsageError("\(url) answered \(answer.head.status); is it a Shelflife server?")
            }
            if answer.head.status == 403 { throw Forbidden(description: Self.text(problem)) }
            if problem.code == .filesOwnContent { throw OwnedByFiles(description: Self.text(problem)) }
            if answer.head.status == 410 { throw Gone(description: Self.text(problem)) }
            throw UsageError(Self.text(problem))
        }
        return answer.body
    }

    /// The token isn't for this.
    struct Forbidden: Error, CustomStringConvertible {
        let description: String
    }

    /// The server takes its content from its own files.
    struct OwnedByFiles: Error, CustomStringConvertible {
        let description: String
    }

    /// What was asked for was removed for good.
    struct Gone: Error, CustomStringConvertible {
        let description: String
    }

    private static func decoded<Answer: Decodable>(_ body: [UInt8], from url: String) throws -> Answer {
        do {
            return try WireJSON.decode(Answer.self, body)
        } catch {
            throw UsageError("\(url) answered something that this version can't read; is it a Shelflife server?")
        }
    }

    private static func text(_ problem: Problem) -> String {
        ((problem.problems ?? []).map(\.text) + [problem.undoing ?? "\(problem.title): \(problem.detail)"])
            .map(\.visibleLine).joined(separator: "\n")
    }
}

extension Problem {
    /// What to do about what would be undone or dropped, in the commands' words.
    fileprivate var undoing: String? {
        if let droppedAppearances {
            return "\(title), so nothing was changed. \(BasisOptions.leftOut(droppedAppearances))"
        }
        guard let over else { return nil }
        let other = scheduled.map { ", or --also-in \($0) to make the same changes in that version" } ?? ""
        let early = (problems ?? []).contains { $0.text.hasSuffix("brings it then") }
        let advice =
            early
            ? "For a change now, change what `shelflife export` writes of the version in force, or"
            : "Take the changes over, or"
        return "\(title), so nothing was changed. \(advice) add --over \(over) to mean all of it\(other)."
    }
}
