import Foundation
import Mustache

/// The files of the storefront and of the desk, and the storefront's page. The OpenAPI description of the routes is
/// among the storefront's files.
package struct Site: Sendable {
    package let form: SiteForm
    /// All files that the server serves to players by a path that stays. No other file can be requested.
    package let files: [SiteFile]
    /// The storefront's script and style sheet by their content, each with its source map; none without a bundle.
    package let assets: [SiteFile]
    /// The desk's modules and style sheets, which only the desk's own origin serves.
    package let deskFiles: [SiteFile]
    /// The desk's HTML.
    package let deskPage: SiteFile
    private let storefront: SiteFile
    private let template: MustacheTemplate
    private let script: String
    private let style: String

    /// - Parameter folder: a folder with the pages' sources, which are then read again at each request; without it,
    ///   what the program was built with.
    /// - Throws: ``SiteFault``.
    package init(folder: String? = nil) throws {
        if let folder {
            do {
                try self.init(
                    resources: SiteFolder(URL(filePath: folder, directoryHint: .isDirectory)), form: .folder(folder))
            } catch is SiteFault {
                throw SiteFault.noPages(folder)
            }
        } else {
            let built = Bundle.module.bundleURL
            try self.init(
                resources: SiteFolder(built.appending(path: "Resources")),
                bundle: SiteFolder(built.appending(path: "Bundle")))
        }
    }

    /// - Parameter bundle: what `scripts/bundle-site` made of the resources; the folder may be missing.
    package init(resources: SiteFolder, bundle: SiteFolder) throws {
        try self.init(resources: resources, bundle: bundle, form: bundle.exists ? .bundle : .modules)
    }

    private init(resources: SiteFolder, bundle: SiteFolder? = nil, form: SiteForm) throws {
        guard resources.exists else { throw SiteFault.missingFile("Resources") }
        let isReadAgain = form.isReadAgain
        var byPath: [String: SiteFile] = [:]
        for file in try resources.files(areReadAgain: isReadAgain) { byPath[file.path] = file }
        for file in try bundle?.files() ?? [] { byPath[file.path] = file }
        let all = byPath.values.sorted { $0.path < $1.path }
        self.form = form
        assets = all.filter(\.lasts)
        deskPage = try resources.page("desk.html", isReadAgain: isReadAgain)
        deskFiles = all.filter { $0.path.hasPrefix(Self.deskFolder) }
        files = all.filter { [deskPage] in
            !$0.lasts && !$0.path.hasPrefix(Self.deskFolder) && $0.path != deskPage.path
        }
        storefront = try resources.page("storefront.mustache", isReadAgain: isReadAgain)
        template = try Self.template(storefront)
        script = assets.first { $0.path.hasSuffix(".js") }?.path ?? "/storefront.js"
        style = assets.first { $0.path.hasSuffix(".css") }?.path ?? "/storefront.css"
    }

    private static let deskFolder = "/desk/"

    private static func template(_ file: SiteFile) throws -> MustacheTemplate {
        try MustacheTemplate(string: String(decoding: file.bytes, as: UTF8.self))
    }

    /// The page's HTML.
    package func page(_ context: StorefrontContext) throws -> String {
        let template = try form.isReadAgain ? Self.template(storefront.current()) : self.template
        return template.render(
            Members(context: context, config: try context.scriptJSON(), script: script, style: style))
    }

    /// What the template names. It tells its members itself, because to find them by reflection takes four times as
    /// long.
    private struct Members: MustacheParent {
        let context: StorefrontContext
        let config: String
        let script: String
        let style: String

        func child(named name: String) -> Any? {
            switch name {
            case "title": context.title
            case "version": context.version
            case "config": config
            case "script": script
            case "style": style
            case "windows": context.firstWindows
            case "elsewhere": context.hasInvitations || !context.levels.isEmpty
            case "levels": context.levels.map { ["pack": $0.pack, "page": $0.page] }
            case "invitations": context.hasInvitations
            default: nil
            }
        }
    }
}
