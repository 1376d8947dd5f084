/// One file of the page, ready to be sent.
package struct SiteFile: Sendable {
    /// The path in the request, such as `/storefront.css`.
    package let path: String
    package let type: String
    package let bytes: [UInt8]
    /// Whether the address names the content, so that it never has another.
    package let lasts: Bool

    package init(path: String, type: String, bytes: [UInt8], lasts: Bool = false) {
        (self.path, self.type, self.bytes, self.lasts) = (path, type, bytes, lasts)
    }
}
