import Foundation
import Mustache

/// The files of the storefront and of the desk, which are read once, and the storefront's page. The OpenAPI description
/// of the routes is among the storefront's files.
package struct Site: Sendable {
    /// All files that the server serves to players. No other file can be requested.
    package let files: [SiteFile]
    /// The desk's modules and style sheets, which only the desk's own origin serves.
    package let deskFiles: [SiteFile]
    /// The desk's HTML.
    package let deskPage: [UInt8]
    private let storefront: MustacheTemplate
    /// The page's own script and style sheet, with the SDK in it.
    package let assets: StorefrontAssets

    package struct MissingFile: Error, CustomStringConvertible {
        package let name: String

        package var description: String {
            "the page's file \(name) is missing; install Shelflife with the folder that lies beside its program"
        }
    }

    private static let types = [
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
        "json": "application/json",
    ]

    /// - Throws: ``MissingFile``, or what keeps modules from being joined.
    package init() throws {
        let root = Bundle.module.bundleURL.appending(path: "Resources")
        guard let names = FileManager.default.enumerator(atPath: root.path) else {
            throw MissingFile(name: "Resources")
        }
        let all: [SiteFile] = try names.compactMap { $0 as? String }.sorted().compactMap { name in
            guard let type = Self.types[(name as NSString).pathExtension] else { return nil }
            let bytes = try Data(contentsOf: root.appending(path: name))
            return SiteFile(path: "/\(name)", type: type, bytes: Array(bytes))
        }
        let own = all.filter { !$0.path.hasPrefix(Self.deskFolder) }
        var joiner = ModuleJoiner(own)
        assets = try StorefrontAssets(of: own, joinedBy: &joiner)
        files = try Self.joiningEntries(own, by: &joiner)
        deskFiles = all.filter { $0.path.hasPrefix(Self.deskFolder) }
        deskPage = Array(try Self.bytes(of: "desk.html", in: root))
        storefront = try MustacheTemplate(
            string: String(decoding: Self.bytes(of: "storefront.mustache", in: root), as: UTF8.self))
    }

    private static let deskFolder = "/desk/"
    /// What other pages import: the SDK, and the element with the SDK in it.
    private static let entries: Set = ["/shelflife.js", "/shelf-store.js"]

    /// Games import each of these by one address, whose file holds all of it.
    private static func joiningEntries(_ files: [SiteFile], by joiner: inout ModuleJoiner) throws -> [SiteFile] {
        try files.map { file in
            guard entries.contains(file.path) else { return file }
            return SiteFile(path: file.path, type: file.type, bytes: try joiner.join(file.path))
        }
    }

    private static func bytes(of name: String, in root: URL) throws -> Data {
        guard let bytes = try? Data(contentsOf: root.appending(path: name)) else { throw MissingFile(name: name) }
        return bytes
    }

    /// The page's HTML.
    package func page(_ context: StorefrontContext) throws -> String {
        storefront.render([
            "title": context.title, "version": context.version, "config": try context.scriptJSON(),
            "script": assets.script.path, "style": assets.style.path, "windows": context.firstWindows,
        ])
    }
}
