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
}

/// A server, or a folder that a web server has.
public struct LevelServer: LevelSource {
    private let client: any HTTPClient
    private static let patienceSeconds: Int64 = 20

    /// - Parameter server: its address, such as `https://store.example.com`.
    public init(_ server: URL) {
        self.init(makeHTTPClient(server: server) { Int64(Date.now.timeIntervalSince1970 * 1_000_000) })
    }

    package init(_ client: any HTTPClient) {
        self.client = client
    }

    public func bytes(of path: String, atMost most: Int) async throws -> [UInt8] {
        let answer = try await client.answer(to: .get("/\(path)", silence: Self.patienceSeconds), bytesAtMost: most)
        guard answer.head.status == 200 else { throw LevelServerRefusal(status: answer.head.status) }
        return answer.body
    }
}

/// A server's answer that isn't what was asked for.
public struct LevelServerRefusal: Error, Hashable, CustomStringConvertible {
    /// HTTP's.
    public let status: Int

    public var description: String { "the server answered \(status)" }
}
