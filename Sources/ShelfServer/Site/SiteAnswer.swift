import HTTPTypes
import Hummingbird
import ShelfSite
import ShelfWire
import Synchronization

/// A file of the site, compressed for those who can read that.
///
/// It is compressed at the first request, because most files are never requested one by one.
final class SiteAnswer: Sendable {
    private let plain: Answer
    private let type: String
    private let bytes: [UInt8]
    private let caching: String
    private let tag: String
    private let headers: HTTPFields
    private let packed = Mutex<Answer?>(nil)

    /// Content that is shorter isn't compressed: it wouldn't need fewer packets.
    private static let smallest = 600

    /// - Parameter lasts: whether the address names the content, so that browsers never ask again. They ask for other
    ///   content at each visit, and get 304 until the server is upgraded.
    init(_ bytes: [UInt8], type: String, lasts: Bool = false, headers: HTTPFields = [:]) {
        (self.bytes, self.type) = (bytes, type)
        tag = WindowFile.digest(of: bytes)
        caching = lasts ? "public, max-age=31536000, immutable" : "no-cache"
        var headers = headers
        headers[.xContentTypeOptions] = "nosniff"
        headers[.vary] = "Accept-Encoding"
        self.headers = headers
        plain = Answer(bytes, type: type, caching: caching, entityTag: "\"\(tag)\"", headers: headers)
    }

    /// - Parameter audience: whose pages may read the file.
    convenience init(_ file: SiteFile, for audience: Route.Audience) {
        var headers = audience == .everyone ? AnswerFields.anyOrigin : [:]
        if file.isPage { headers[.contentSecurityPolicy] = PagePolicy.value }
        self.init(file.bytes, type: file.type, lasts: file.lasts, headers: headers)
    }

    func response(to request: Request) -> Response {
        let isPacked =
            bytes.count >= Self.smallest && type != SiteFile.packedType && AcceptedEncodings(request.headers).hasGzip
        return (isPacked ? compressed() : plain).response(to: request)
    }

    /// The compressed answer has a tag of its own, since it has other bytes (RFC 9110, section 8.8.3.3).
    private func compressed() -> Answer {
        packed.withLock { packed in
            if let packed { return packed }
            let made = Gzip.compressed(bytes).map { bytes in
                var headers = headers
                headers[.contentEncoding] = "gzip"
                return Answer(bytes, type: type, caching: caching, entityTag: "\"\(tag)-gzip\"", headers: headers)
            }
            packed = made ?? plain
            return made ?? plain
        }
    }
}
