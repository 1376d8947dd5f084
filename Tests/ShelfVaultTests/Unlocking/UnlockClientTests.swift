import Foundation
import ShelfModel
import ShelfVault
import Testing

@Suite struct UnlockClientTests {
    private let bench: UnlockBench
    private var path: String { bench.path }

    init() throws { bench = try UnlockBench() }

    @Test func `Where there is no socket, no server runs`() {
        #expect(throws: UnlockError.missing(path)) { try bench.status() }
        #expect(throws: UnlockError.missing("\(path)/unlock")) { try UnlockClient.status(at: "\(path)/unlock") }
    }

    @Test func `A server that doesn't answer isn't waited for without an end`() throws {
        let server = try UnixPeer.listening(at: path)
        #expect(throws: UnlockError.late(path)) { try UnlockClient.status(at: path, patience: .milliseconds(20)) }
        withExtendedLifetime(server) {}
    }

    @Test func `A server that has no room for one more isn't waited for`() throws {
        let server = try UnixPeer.listening(at: path, backlog: 0)
        var others: [UnixPeer] = []
        while let other = try UnixPeer.connected(to: path, waiting: false) { others.append(other) }
        #expect(throws: UnlockError.crowded(path)) { try bench.status() }
        withExtendedLifetime((server, others)) {}
    }

    @Test(arguments: ["", "{\"ok\":true"])
    func `An end without an answer is told`(text: String) throws {
        let server = try UnixPeer.listening(at: path)
        server.answerNext(text)
        #expect(throws: UnlockError.ended(path)) { try bench.unlock("zoom abacus") }
    }

    @Test(arguments: ["HTTP/1.1 400 Bad Request\n", "\n", "{\"ok\":1}\n"])
    func `An answer that makes no sense is told`(text: String) throws {
        let server = try UnixPeer.listening(at: path)
        server.answerNext(text)
        #expect(throws: UnlockError.notUnderstood(path)) { try bench.unlock("zoom abacus") }
    }

    /// The passphrase is so long that the client can't have sent it before the server closes the connection.
    @Test func `An answer to a request that the server didn't want to the end is read all the same`() throws {
        let server = try UnixPeer.listening(at: path)
        server.answerNext("{\"ok\":false,\"text\":\"later\",\"waitMs\":5}\n")
        let answer = try bench.unlock(String(repeating: "x", count: 4_000_000))
        #expect(answer == UnlockAnswer(ok: false, text: "later", waitMs: 5))
    }

    @Test func `A server that doesn't say how it is says why`() throws {
        let server = try UnixPeer.listening(at: path)
        server.answerNext("{\"ok\":false,\"text\":\"later\"}\n")
        #expect(throws: UnlockError.refused("later")) { try bench.status() }
    }
}
