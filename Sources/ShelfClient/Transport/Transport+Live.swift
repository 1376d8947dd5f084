public import Foundation
import ShelfWire

extension Transport {
    /// Asks a server over HTTP.
    ///
    /// - Parameters:
    ///   - server: the address without a path, such as `https://store.example.com`.
    ///   - clock: stamps the time exchanges; the same one that the store goes by.
    public static func live(server: URL, clock: LocalClock = .live) -> Transport {
        let client = HTTPClient(server: server, clock: clock)
        return Transport(
            stores: { try await client.get(.stores, seconds: 10).decoded(.stores) },
            time: { try await client.exchange() },
            window: { try await client.window(of: $0, etag: $1) },
            keys: { client.keys(of: $0) },
            key: { store, chain, slot in
                let route = Route.key(store: store, chain: chain, slot: slot)
                return try await client.get(route, seconds: 5).decoded(route)
            })
    }
}

extension HTTPClient {
    /// The server says a word every 15 seconds; three missed mean that it is gone.
    static let streamSilence: Double = 45

    fileprivate func exchange() async throws -> Exchange {
        let answer = try await get(.time, seconds: 5)
        return Exchange(sentUs: answer.sentUs, receivedUs: answer.receivedUs, answer: try answer.decoded(.time))
    }

    fileprivate func window(of store: String, etag: String?) async throws -> WindowAnswer {
        let answer = try await get(.window(store: store), etag: etag, seconds: 15)
        switch answer.status {
        case 200: return .window(bytes: answer.body, etag: answer.etag)
        case 304: return .notModified
        default: throw answer.refusal
        }
    }

    fileprivate func keys(of store: String) -> AsyncThrowingStream<KeyEvent, any Error> {
        let route = Route.keys(store: store)
        let pieces = stream(route, seconds: Self.streamSilence)
        return AsyncThrowingStream { continuation in
            let reading = Task {
                var events = ServerSentEvents()
                do {
                    for try await piece in pieces {
                        for event in try events.read(piece) where event.name == "key" {
                            continuation.yield(try WireJSON.decode(KeyEvent.self, event.data.utf8))
                        }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }
}

extension HTTPClient.Answer {
    fileprivate func decoded<Value: Decodable>(_ route: Route) throws -> Value {
        guard status == 200 else { throw refusal }
        do {
            return try WireJSON.decode(Value.self, body)
        } catch {
            throw TransportError.malformed(route.path)
        }
    }

    var refusal: TransportError {
        (try? WireJSON.decode(Problem.self, body)).map(TransportError.problem) ?? .status(status)
    }
}
