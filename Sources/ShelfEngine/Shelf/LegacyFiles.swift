package import ShelfConfiguration
import ShelfModel
import Synchronization

/// The stores' files for old clients, as the route answers them and the published folder holds them.
package final class LegacyFiles: Sendable {
    private let settings: [String: LegacySettings]
    private let files = Mutex<[String: LegacyFile]>([:])

    /// - Parameter settings: by the ids of the stores that have such a file.
    package init(_ settings: [String: LegacySettings]) {
        self.settings = settings
    }

    /// Whether no store has one.
    var isEmpty: Bool { settings.isEmpty }

    /// `nil` for a store that has none, or none yet.
    package subscript(store: String) -> LegacyFile? { files.withLock { $0[store] } }

    /// The ids of the stores whose files are shown.
    var stores: Set<String> { files.withLock { Set($0.keys) } }

    /// Shows the file that belongs to a store's newest window. When it can't be made, the store has none, because an old
    /// one would tell of listings that have ended.
    func show(_ publisher: StorePublisher, withdrawn: WithdrawnGoods) throws {
        let store = publisher.content.id
        guard let settings = settings[store] else { return }
        let made = Result { try publisher.legacyFile(settings, withdrawn: withdrawn) }
        files.withLock { $0[store] = try? made.get() }
        _ = try made.get()
    }

    func remove(_ store: String) {
        files.withLock { $0[store] = nil }
    }
}
