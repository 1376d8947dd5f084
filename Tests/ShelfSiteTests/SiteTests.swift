import Foundation
import ShelfSite
import Testing

@Suite struct `The site's files` {
    @Test func `are those of the bundle where it has them, and else the modules`() throws {
        let folder = try SourceFolder([
            "Bundle/shelflife.js": "bundled", "Bundle/shelflife.js.map": "{}",
            "Bundle/assets/storefront-GB7TGOWJ.js": "script", "Bundle/assets/storefront-GB7TGOWJ.js.map": "{}",
            "Bundle/assets/storefront-WL3FWHDV.css": "style", "Bundle/desk/desk.js": "bundled desk",
            "Bundle/shelflife-0.1.0.tgz": "packed", "Bundle/package.sums": "never served",
        ])
        let site = try Site(resources: folder["Resources"], bundle: folder["Bundle"])
        #expect(site.form == .bundle)
        #expect(site.form.notice == nil)
        #expect(
            site.files.map(\.path) == [
                "/shelflife-0.1.0.tgz", "/shelflife.js", "/shelflife.js.map", "/shelflife/clock.js", "/storefront.css",
                "/storefront.js",
            ])
        #expect(text(site.files.first { $0.path == "/shelflife.js" }) == "bundled")
        #expect(
            site.assets.map(\.path) == [
                "/assets/storefront-GB7TGOWJ.js", "/assets/storefront-GB7TGOWJ.js.map",
                "/assets/storefront-WL3FWHDV.css",
            ])
        #expect(site.assets.allSatisfy(\.lasts) && !site.files.contains(where: \.lasts))
        #expect(site.deskFiles.map(\.path) == ["/desk/desk.js", "/desk/frame/bars.js"])
        #expect(text(site.deskFiles.first) == "bundled desk")
        #expect(
            try site.page(Self.context)
                == "Shop /assets/storefront-GB7TGOWJ.js /assets/storefront-WL3FWHDV.css\n")
    }

    @Test func `are the modules where there is no bundle, and the site says so`() throws {
        let folder = try SourceFolder()
        let site = try Site(resources: folder["Resources"], bundle: folder["Bundle"])
        #expect(site.form == .modules)
        #expect(site.form.notice?.contains("no bundle") == true)
        #expect(site.assets.isEmpty)
        #expect(text(site.files.first { $0.path == "/shelflife.js" }) == "module")
        #expect(try site.page(Self.context) == "Shop /storefront.js /storefront.css\n")
    }

    @Test func `are read again from a folder that is named, without a bundle`() throws {
        let folder = try SourceFolder(["Bundle/assets/storefront-GB7TGOWJ.js": "script"])
        let path = folder.root.appending(path: "Resources").path
        let site = try Site(folder: path)
        #expect(site.form == .folder(path))
        #expect(site.form.notice?.contains(path) == true)
        #expect(site.assets.isEmpty)
        let file = try #require(site.files.first { $0.path == "/shelflife.js" })
        #expect(file.isReadAgain && site.deskPage.isReadAgain)
        try folder.write("edited", to: "Resources/shelflife.js")
        try folder.write("edited desk", to: "Resources/desk.html")
        try folder.write("New {{title}}\n", to: "Resources/storefront.mustache")
        #expect(text(file.current()) == "edited")
        #expect(text(site.deskPage.current()) == "edited desk")
        #expect(try site.page(Self.context) == "New Shop\n")
        try FileManager.default.removeItem(at: folder.root.appending(path: "Resources/shelflife.js"))
        #expect(text(file.current()) == "module", "a file that is gone is as it was at the start")
    }

    @Test func `of a folder that has no pages are an error that names it`() throws {
        let folder = try SourceFolder()
        for path in ["none", "Resources/desk.html", "Resources/desk"].map({ folder.root.appending(path: $0).path }) {
            let fault = #expect(throws: SiteFault.noPages(path)) { try Site(folder: path) }
            #expect(fault?.description.contains("SHELFLIFE_SITE names \(path), which is no folder with") == true)
        }
    }

    @Test(arguments: ["desk.html", "storefront.mustache"])
    func `can't do without a page`(page: String) throws {
        let folder = try SourceFolder()
        try FileManager.default.removeItem(at: folder.root.appending(path: "Resources/\(page)"))
        #expect(throws: SiteFault.missingFile(page)) {
            try Site(resources: folder["Resources"], bundle: folder["Bundle"])
        }
        #expect(throws: SiteFault.missingFile("Resources")) {
            try Site(resources: folder["none"], bundle: folder["Bundle"])
        }
    }

    @Test func `that this program was built with are all there`() throws {
        let site = try Site()
        #expect(site.files.contains { $0.path == "/shelflife.js" })
        #expect(site.deskFiles.contains { $0.path == "/desk/desk.css" })
        #expect(site.assets.isEmpty == (site.form == .modules))
    }

    private static let context = StorefrontContext(
        title: "Shop", version: "1", storesVersion: "1", stores: [], descriptions: [])

    private func text(_ file: SiteFile?) -> String? { file.map { String(decoding: $0.bytes, as: UTF8.self) } }
}

/// A temporary folder with pages in its folder `Resources`. It is removed with the value.
private final class SourceFolder {
    let root: URL

    init(_ more: [String: String] = [:]) throws {
        root = FileManager.default.temporaryDirectory.appending(
            path: "shelflife-site-\(UInt32.random(in: .min ... .max))", directoryHint: .isDirectory)
        let pages = [
            "Resources/desk.html": "desk", "Resources/storefront.mustache": "{{title}} {{script}} {{style}}\n",
            "Resources/shelflife.js": "module", "Resources/shelflife/clock.js": "module",
            "Resources/storefront.js": "module", "Resources/storefront.css": "style",
            "Resources/desk/desk.js": "module", "Resources/desk/frame/bars.js": "module",
        ]
        for (path, text) in pages.merging(more, uniquingKeysWith: { $1 }) { try write(text, to: path) }
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    subscript(name: String) -> SiteFolder { SiteFolder(root.appending(path: name)) }

    func write(_ text: String, to path: String) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}
