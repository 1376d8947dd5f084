/// One file of the page, ready to be sent.
package struct SiteFile: Sendable {
    /// The path in the request, such as `/storefront.css`.
    package let path: String
    package let type: String
    package let bytes: [UInt8]
}
