import ShelfHTTP
import ShelfLevels
import Synchronization
import Testing

/// Answers with one status after the other, and then with the last one.
private final class Answering: HTTPClient {
    private let answers: Mutex<[(status: Int, retryAfter: Int64?)]>
    let asked = Mutex(0)

    init(_ answers: [(status: Int, retryAfter: Int64?)]) {
        self.answers = Mutex(answers)
    }

    func ask(_ call: HTTPCall) -> AsyncThrowingStream<HTTPAnswer.Part, any Error> {
        asked.withLock { $0 += 1 }
        let (status, retryAfter) = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        return AsyncThrowingStream { stream in
            stream.yield(.head(HTTPAnswer.Head(status: status, etag: nil, retryAfter: retryAfter, sentUs: 0)))
            stream.yield(.body(HTTPAnswer.Piece(bytes: [7], receivedUs: 0)))
            stream.finish()
        }
    }

    func connect(asking path: String) async {}
}

@Suite struct `A server of levels` {
    private let rests = Rests()

    private final class Rests: Sendable {
        let all = Mutex<[Duration]>([])
    }

    private func server(_ client: Answering) -> LevelServer {
        LevelServer(client) { [rests] rest in rests.all.withLock { $0.append(rest) } }
    }

    @Test func `that has no room is asked again when it says, or up to twice as late`() async throws {
        let client = Answering([(503, 5), (503, 2), (200, nil)])
        #expect(try await server(client).bytes(of: "v1/packs/warehouse/stable", atMost: 10) == [7])
        let rests = rests.all.withLock(\.self)
        #expect(rests.count == 2)
        #expect((.seconds(5)...(.seconds(10))).contains(rests[0]) && (.seconds(2)...(.seconds(4))).contains(rests[1]))
    }

    @Test func `gives parts after a rest, too`() async throws {
        let client = Answering([(503, 5), (206, nil)])
        #expect(try await server(client).part(of: "v1/pack-files/7", 0..<1) == [7])
        #expect(rests.all.withLock(\.count) == 1)
    }

    @Test(arguments: [(503, 61), (503, nil), (404, nil), (429, 5)] as [(Int, Int64?)])
    func `isn't asked again where that is of no use`(status: Int, retryAfter: Int64?) async throws {
        let client = Answering([(status, retryAfter)])
        await #expect(throws: LevelServerRefusal.self) {
            try await server(client).bytes(of: "v1/packs/warehouse/stable", atMost: 10)
        }
        #expect(client.asked.withLock(\.self) == 1 && rests.all.withLock(\.isEmpty))
    }

    @Test func `that never has room is asked six times`() async throws {
        let client = Answering([(503, 0)])
        await #expect(throws: LevelServerRefusal.self) {
            try await server(client).bytes(of: "v1/packs/warehouse/stable", atMost: 10)
        }
        #expect(client.asked.withLock(\.self) == 6)
    }
}
