import Foundation

/// The data that the server puts into the page, in addition to what the page gets from the public routes.
package struct StorefrontContext: Sendable {
    package let title: String
    package let version: String
    package let stores: [Store]

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

    package init(title: String, version: String, stores: [Store]) {
        self.title = title
        self.version = version
        self.stores = stores
    }

    /// JSON that can't end the script element it stands in.
    func scriptJSON() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(["stores": stores]), as: UTF8.self)
            .replacing("<", with: "\\u003c")
    }
}
