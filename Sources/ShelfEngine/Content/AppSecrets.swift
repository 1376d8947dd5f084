package import ShelfConfiguration
import ShelfDatabase
import ShelfModel
package import ShelfWire

/// The app secrets of the server's files, which content versions don't hold.
package struct AppSecrets: Hashable, Sendable {
    private let ofStores: [String: AppSecret]
    /// The stores that the files have, with a secret or without.
    private let stores: Set<String>

    package init(ofStores: [String: AppSecret], stores: Set<String>) {
        self.ofStores = ofStores
        self.stores = stores
    }

    /// Those of files that can be read.
    package init(_ configuration: Configuration) {
        self.init(
            ofStores: configuration.settings.appSecrets, stores: Set(configuration.content.stores.map(\.id)))
    }

    /// Returns the secrets for the stores of a content, by their ids.
    ///
    /// A store that the files don't have, for example because it came with a version from the network or comes back
    /// with a roll-back, keeps the secret of its last chain. Otherwise its next chain would have none, and what it
    /// shows could be read by everyone.
    func secrets(for content: Content, in database: any ScheduleDatabase) async throws -> [String: AppSecret] {
        var secrets: [String: AppSecret] = [:]
        for store in content.stores {
            secrets[store.id] = ofStores[store.id]
            guard !stores.contains(store.id), secrets[store.id] == nil else { continue }
            secrets[store.id] = try await database.chains(of: store.id).last?.appSecret.flatMap(AppSecret.init(bytes:))
        }
        return secrets
    }
}
