import Foundation
import Mustache

/// The storefront: its files, read once, and its page. Beside it, what describes the routes.
package struct Site: Sendable {
    /// Everything that may be asked for; what is not in here does not exist.
    package let files: [SiteFile]
    private let storefront: MustacheTemplate

    package struct MissingFile: Error, CustomStringConvertible {
        package let name: String

        package var description: String {
            "the storefront's file \(name) is missing; install Shelflife with the folder that lies beside its program"
        }
    }

    private static let types = [
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
        "json": "application/json",
    ]

    package init() throws {
        let root = Bundle.module.bundleURL.appending(path: "Resources")
        guard let names = FileManager.default.enumerator(atPath: root.path) else {
            throw MissingFile(name: "Resources")
        }
        files = try names.compactMap { $0 as? String }.sorted().compactMap { name in
            guard let type = Self.types[(name as NSString).pathExtension] else { return nil }
            let bytes = try Data(contentsOf: root.appending(path: name))
            return SiteFile(path: "/\(name)", type: type, bytes: Array(bytes))
        }
        guard let text = try? String(contentsOf: root.appending(path: "storefront.mustache"), encoding: .utf8) else {
            throw MissingFile(name: "storefront.mustache")
        }
        storefront = try MustacheTemplate(string: text)
    }

    /// The page's HTML.
    package func page(_ context: StorefrontContext) throws -> String {
        storefront.render([
            "title": context.title, "version": context.version, "config": try context.scriptJSON(),
        ])
    }
}
