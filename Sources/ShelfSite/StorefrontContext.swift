import Foundation

/// What the page is told beside the public routes.
package struct StorefrontContext: Sendable {
    package let title: String
    package let version: String
    package let stores: [Store]

    /// A store with a tab. An app secret that stands here is public.
    package struct Store: Sendable, Encodable {
        package let id: String
        package let appSecret: String?

        package init(id: String, appSecret: String?) {
            self.id = id
            self.appSecret = appSecret
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
