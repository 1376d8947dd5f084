import ShelfEngine
import ShelfWire
import Synchronization

/// Caches the answer with the list of stores, and makes it anew when a store's description or their order has changed.
final class StoreAnswers: Sendable {
    private let engine: Engine
    private let ready = Mutex<Ready?>(nil)

    private struct Ready {
        let changes: Int
        let descriptions: Int
        let answer: Answer
    }

    init(engine: Engine) {
        self.engine = engine
    }

    func all() throws -> Answer {
        let (changes, descriptions) = (engine.content.state.changes, engine.descriptionsVersion)
        return try ready.withLock { ready in
            if let ready, ready.changes == changes, ready.descriptions == descriptions { return ready.answer }
            let bytes = try WireJSON.encode(engine.descriptions)
            // Caches must revalidate each time: with the public keys of another server, a client would refuse this
            // server's windows.
            let answer = Answer(
                bytes, type: "application/json", caching: "no-cache",
                entityTag: "\"\(WindowFile.digest(of: bytes))\"")
            ready = Ready(changes: changes, descriptions: descriptions, answer: answer)
            return answer
        }
    }
}
