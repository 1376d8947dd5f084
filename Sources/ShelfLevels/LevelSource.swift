public import Foundation
package import ShelfHTTP
import ShelfWire

/// Where a library's documents and files come from.
public protocol LevelSource: Sendable {
    /// - Parameters:
    ///   - path: below the server's address, such as `v1/packs/warehouse/stable`.
    ///   - most: the number of bytes that the answer may have.
    /// - Returns: the answer's body.
    func bytes(of path: String, atMost most: Int) async throws -> [UInt8]

    /// A part of a file, so that a long file that was broken off is gone on with.
    ///
    /// - Returns: these bytes of the file; `nil` when files come whole only, which is so unless a source says otherwise.
    func part(of path: String, _ range: Range<Int>) async throws -> [UInt8]?
}

extension LevelSource {
    public func part(of path: String, _ range: Range<Int>) async throws -> [UInt8]? { nil }
}

/// A server, or a folder that a web server has.
public struct LevelServer: LevelSource {
    private let client: any HTTPClient
    private let sleep: @Sendable (Duration) async throws -> Void
    private static let patienceSeconds: Int64 = 20
    /// How often a server is asked that has no room for another download and says when to come again,
    private static let asksAtMost = 6
    /// unless that is later than this.
    private static let waitSecondsAtMost: Int64 = 60

    /// - Parameter server: its address, such as `https://store.example.com`.
    public init(_ server: URL) {
        self.init(makeHTTPClient(server: server) { Int64(Date.now.timeIntervalSince1970 * 1_000_000) })
    }

    package init(
        _ client: any HTTPClient,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.client, self.sleep) = (client, sleep)
    }

    public func bytes(of path: String, atMost most: Int) async throws -> [UInt8] {
        let answer = try await answer(to: .get("/\(path)", silence: Self.patienceSeconds), bytesAtMost: most)
        guard answer.head.status == 200 else { throw LevelServerRefusal(status: answer.head.status) }
        return answer.body
    }

    public func part(of path: String, _ range: Range<Int>) async throws -> [UInt8]? {
        let wanted = ["Range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)"]
        let answer = try await answer(
            to: .get("/\(path)", headers: wanted, silence: Self.patienceSeconds), bytesAtMost: Self.mostBytes)
        switch answer.head.status {
        case 206: return answer.body
        case 200: return nil
        default: throw LevelServerRefusal(status: answer.head.status)
        }
    }

    /// Asks again for as long as the server has no room and says when to come again.
    private func answer(to call: HTTPCall, bytesAtMost most: Int) async throws -> HTTPAnswer {
        for _ in 1..<Self.asksAtMost {
            let answer = try await client.answer(to: call, bytesAtMost: most)
            guard answer.head.status == 503, let seconds = answer.head.retryAfter, seconds <= Self.waitSecondsAtMost
            else { return answer }
            // Not all who were told the same come at the same moment.
            try await sleep(.milliseconds(Int64.random(in: seconds * 1000...max(1, seconds) * 2000)))
        }
        return try await client.answer(to: call, bytesAtMost: most)
    }

    /// A server that knows no ranges answers with the whole file.
    private static let mostBytes = 64 << 20
}

/// A server's answer that isn't what was asked for.
public struct LevelServerRefusal: Error, Hashable, CustomStringConvertible {
    /// HTTP's.
    public let status: Int

    public var description: String { "the server answered \(status)" }
}
