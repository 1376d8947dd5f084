import ShelfEngine
import ShelfModel
import ShelfWire
import Synchronization

/// Names what the server says of its stores at present: in the list of stores, and on its page.
///
/// The name is the same on every server that says the same, and tells nothing else.
final class StoresVersion: Sendable {
    private struct Ready {
        let changes: Int
        let descriptions: Int
        let name: String
    }

    private let engine: Engine
    private let stores: StoreAnswers
    private let ready = Mutex<Ready?>(nil)

    init(engine: Engine, stores: StoreAnswers) {
        self.engine = engine
        self.stores = stores
    }

    func current() throws -> String {
        let (state, descriptions) = (engine.content.state, engine.descriptionsVersion)
        return try ready.withLock { ready in
            if let ready, ready.changes == state.changes, ready.descriptions == descriptions { return ready.name }
            let made = Ready(changes: state.changes, descriptions: descriptions, name: try name(of: state))
            ready = made
            return made.name
        }
    }

    private func name(of state: ContentHolder.State) throws -> String {
        let page = state.content.stores.filter(\.onPage).map { "\($0.id) \(state.appSecrets[$0.id]?.text ?? "")" }
        let said = [try stores.all().entityTag ?? "", state.content.title] + page
        return WindowFile.digest(of: Array(said.joined(separator: "\n").utf8))
    }
}
