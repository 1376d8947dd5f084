import Foundation

/// One file of the page, ready to be sent.
package struct SiteFile: Sendable {
    /// The path in the request, such as `/storefront.css`.
    package let path: String
    package let type: String
    package let bytes: [UInt8]
    /// Whether the address names the content, so that it never has another.
    package let lasts: Bool
    /// Of files that are compressed already.
    package static let packedType = "application/gzip"
    static let pageType = "text/html; charset=utf-8"
    /// Where the file is read again at each request; `nil` for files that stay as they are.
    private let source: URL?

    init(path: String, type: String, bytes: [UInt8], lasts: Bool = false, source: URL? = nil) {
        (self.path, self.type, self.bytes, self.lasts, self.source) = (path, type, bytes, lasts, source)
    }

    /// Whether it is HTML.
    package var isPage: Bool { type == Self.pageType }

    package var isReadAgain: Bool { source != nil }

    /// The file as it is now; as it was, when it can't be read.
    package func current() -> SiteFile {
        guard let source, let data = try? Data(contentsOf: source) else { return self }
        return SiteFile(path: path, type: type, bytes: Array(data), lasts: lasts, source: source)
    }
}
