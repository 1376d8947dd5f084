package import ShelfConfiguration
import ShelfModel
import Synchronization

/// The stores' files for old clients, as the route answers them and the published folder holds them.
package final class LegacyFiles: Sendable {
    private let settings: [String: LegacySettings]
    private let state = Mutex(State())

    private struct State {
        var files: [String: LegacyFile] = [:]
        /// The stores that have none though the settings want one.
        var without: Set<String> = []
    }

    /// - Parameter settings: by the ids of the stores that have such a file.
    package init(_ settings: [String: LegacySettings]) {
        self.settings = settings
    }

    /// Whether no store has one.
    var isEmpty: Bool { settings.isEmpty }

    /// `nil` for a store that has none, or none yet.
    package subscript(store: String) -> LegacyFile? { state.withLock { $0.files[store] } }

    /// The ids of the stores whose files are shown.
    var stores: Set<String> { state.withLock { Set($0.files.keys) } }

    /// Shows the file that belongs to a store's newest window. When it can't be made, the store has none, because an
    /// old one would tell of listings that have ended.
    ///
    /// - Returns: whether the store has no file from now on although the settings want one.
    func show(_ publisher: StorePublisher, withdrawn: WithdrawnGoods) throws -> Bool {
        let store = publisher.content.id
        guard let settings = settings[store] else { return false }
        let made = Result { try publisher.legacyFile(settings, withdrawn: withdrawn) }
        let isMissed = state.withLock { state in
            state.files[store] = try? made.get()
            let isWithout = state.files[store] == nil && !publisher.windows.isEmpty
            guard isWithout else {
                state.without.remove(store)
                return false
            }
            return state.without.insert(store).inserted
        }
        _ = try made.get()
        return isMissed
    }

    func remove(_ store: String) {
        state.withLock { state in
            state.files[store] = nil
            state.without.remove(store)
        }
    }
}
