import Foundation
package import ShelfWire

/// The data that the server puts into the page: what the page can't get from the public routes, and what it needs at
/// once.
package struct StorefrontContext: Sendable {
    package let title: String
    /// The program's.
    package let version: String
    /// Names what the server says of its stores, as the key streams do.
    package let storesVersion: String
    package let stores: [Store]
    /// What the list of stores says of those that are open.
    package let descriptions: [StoreDescription]
    /// Packs of levels that everybody may play.
    package let levels: [Levels]
    /// Whether players may invite each other here.
    package let hasInvitations: Bool

    /// A store that has a tab. Its app secret, if there is one, becomes public.
    package struct Store: Sendable, Encodable {
        package let id: String
        package let appSecret: String?
        /// The secret of the present key chain, if the next one has another.
        package let appSecretInUse: String?

        package init(id: String, appSecret: String?, appSecretInUse: String? = nil) {
            self.id = id
            self.appSecret = appSecret
            self.appSecretInUse = appSecretInUse
        }
    }

    /// A pack of levels, and the page that plays it.
    package struct Levels: Sendable {
        package let pack: String
        package let page: String

        package init(pack: String, page: String) {
            self.pack = pack
            self.page = page
        }
    }

    package init(
        title: String, version: String, storesVersion: String, stores: [Store], descriptions: [StoreDescription],
        levels: [Levels] = [], hasInvitations: Bool = false
    ) {
        self.title = title
        self.version = version
        self.storesVersion = storesVersion
        self.stores = stores
        self.descriptions = descriptions
        self.levels = levels
        self.hasInvitations = hasInvitations
    }

    /// The address of the window that the page shows first, so that the browser fetches it beside the script; none when
    /// there is no store to show.
    var firstWindows: [String] {
        descriptions.prefix(1).map { RequestTarget.window(store: $0.id).path }
    }

    /// JSON that can't end the script element it stands in.
    func scriptJSON() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let inlined = Inlined(stores: stores, descriptions: descriptions, version: storesVersion)
        return String(decoding: try encoder.encode(inlined), as: UTF8.self).replacing("<", with: "\\u003c")
    }

    private struct Inlined: Encodable {
        let stores: [Store]
        let descriptions: [StoreDescription]
        let version: String
    }
}
