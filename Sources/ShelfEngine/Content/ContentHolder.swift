package import ShelfModel
package import ShelfWire
import Synchronization

/// Holds the content that is in force, and the secrets that belong to it. Every part of the engine reads it from here,
/// and keeps a copy only for the duration of one task.
package final class ContentHolder: Sendable {
    package struct State: Sendable {
        package let content: Content
        /// Of prefetched stores, by the stores' ids.
        package let appSecrets: [String: AppSecret]
        /// The number of the content version; `nil` when the content isn't one.
        package let version: Int64?
        /// The content version that was followed last: the one in force, or one that can't be put in force here.
        package let followed: Int64?
        /// By id, the items of all content that was in force since the start and that the catalogue has no longer, as
        /// they were last.
        let formerItems: [Item.ID: Item]
        /// Grows with every change: what was worked out from the state of a smaller number may be out of date.
        package let changes: Int
    }

    private let held: Mutex<State>

    package init(_ content: Content, appSecrets: [String: AppSecret], version: Int64? = nil) {
        held = Mutex(
            State(
                content: content, appSecrets: appSecrets, version: version, followed: version, formerItems: [:],
                changes: 0))
    }

    package var state: State { held.withLock { $0 } }
    package var current: Content { state.content }

    /// - Parameter version: the number of the content version; `nil` when the content isn't one.
    func replace(with content: Content, appSecrets: [String: AppSecret], version: Int64?) {
        held.withLock {
            let last = Dictionary(uniqueKeysWithValues: $0.content.catalogue.items.map { ($0.id, $0) })
            let former = $0.formerItems.merging(last) { $1 }
            $0 = State(
                content: content, appSecrets: appSecrets, version: version, followed: version,
                formerItems: former.filter { content.catalogue[$0.key] == nil }, changes: $0.changes + 1)
        }
    }

    /// Goes on with the content in force instead of a version that can't be.
    func goOn(insteadOf version: Int64) {
        held.withLock {
            $0 = State(
                content: $0.content, appSecrets: $0.appSecrets, version: $0.version, followed: version,
                formerItems: $0.formerItems, changes: $0.changes + 1)
        }
    }

    /// Whether an item is in the catalogue, or was since the start.
    package func hasHad(_ item: Item.ID) -> Bool { state.item(item) != nil }
}

extension ContentHolder.State {
    /// An item of the catalogue, or one that was in it since the start, as it was last.
    func item(_ id: Item.ID) -> Item? { content.catalogue[id] ?? formerItems[id] }
}
