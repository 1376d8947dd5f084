import ShelfWire

/// The storefront's script with the SDK in it, and its style sheet. Each has the hash of its content in its address, so
/// that a browser keeps it and never asks for it again.
struct StorefrontAssets: Sendable {
    let script: SiteFile
    let style: SiteFile

    private static let styles = ["/storefront.css", "/storefront/buying.css", "/storefront/inventory.css"]

    var files: [SiteFile] { [script, style] }

    /// - Throws: ``Site/MissingFile``, or what keeps modules from being joined.
    init(of files: [SiteFile]) throws {
        script = Self.lasting(
            "js", type: "text/javascript; charset=utf-8", try ModuleJoiner.join("/storefront.js", of: files))
        let sheets = try Self.styles.map { path in
            guard let file = files.first(where: { $0.path == path }) else { throw Site.MissingFile(name: path) }
            return file.bytes
        }
        style = Self.lasting("css", type: "text/css; charset=utf-8", Array(sheets.joined()))
    }

    private static func lasting(_ kind: String, type: String, _ bytes: [UInt8]) -> SiteFile {
        let name = WindowFile.digest(of: bytes).prefix(16)
        return SiteFile(path: "/storefront-\(name).\(kind)", type: type, bytes: bytes, lasts: true)
    }
}
