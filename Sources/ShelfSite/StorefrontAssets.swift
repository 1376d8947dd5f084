import ShelfWire

/// The storefront's script with the SDK in it, and its style sheet with the icons in it. Each has the hash of its content
/// in its address, so that a browser keeps it and never asks for it again.
package struct StorefrontAssets: Sendable {
    package let script: SiteFile
    package let style: SiteFile

    private static let styles = ["/storefront.css", "/storefront/buying.css", "/storefront/inventory.css"]

    package var files: [SiteFile] { [script, style] }

    /// - Throws: ``Site/MissingFile``, or what keeps modules from being joined.
    init(of files: [SiteFile], joinedBy joiner: inout ModuleJoiner) throws {
        script = Self.lasting("js", type: "text/javascript; charset=utf-8", try joiner.join("/storefront.js"))
        let sheets = try Self.styles.map { path in
            guard let file = files.first(where: { $0.path == path }) else { throw Site.MissingFile(name: path) }
            return file.bytes
        }
        let icons = files.filter { $0.path.hasPrefix(Self.iconFolder) }
        style = Self.lasting(
            "css", type: "text/css; charset=utf-8",
            Array((Self.properties(icons) + Self.using(icons, String(decoding: sheets.joined(), as: UTF8.self))).utf8))
    }

    private static let iconFolder = "/icons/"

    /// A property for each icon, such as `--icon-star`, which scripts use as well.
    private static func properties(_ icons: [SiteFile]) -> String {
        let properties = icons.map { "\(property($0)):url(\"data:image/svg+xml,\(encoded($0.bytes))\");\n" }
        return ":root{\n\(properties.joined())}\n"
    }

    /// The style sheet with these properties in the place of the icons' addresses.
    private static func using(_ icons: [SiteFile], _ style: String) -> String {
        icons.reduce(style) { $0.replacing("url(\"\($1.path)\")", with: "var(\(property($1)))") }
    }

    private static func property(_ icon: SiteFile) -> String {
        "--icon-" + icon.path.dropFirst(iconFolder.count).prefix { $0 != "." }
    }

    /// An SVG picture as it may stand in a `data:` address between quotes (RFC 2397).
    private static func encoded(_ bytes: [UInt8]) -> String {
        let reserved = Set("%#\"<>\n".utf8)
        return bytes.map { byte in
            guard reserved.contains(byte) || byte >= 0x7F else { return String(UnicodeScalar(byte)) }
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private static func lasting(_ kind: String, type: String, _ bytes: [UInt8]) -> SiteFile {
        let name = WindowFile.digest(of: bytes).prefix(16)
        return SiteFile(path: "/assets/storefront-\(name).\(kind)", type: type, bytes: bytes, lasts: true)
    }
}
