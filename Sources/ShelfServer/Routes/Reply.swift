import HTTPTypes
import Hummingbird
import NIOCore

/// Bytes that are ready, and how they may be cached.
struct Reply {
    let bytes: [UInt8]
    let type: String
    var caching: String
    var entityTag: String?
    var headers: HTTPFields = [:]

    /// The bytes, or 304 where the asker has them (RFC 9110, section 13.1.2).
    func response(to request: Request) -> Response {
        if let entityTag, let known = request.headers[.ifNoneMatch], Self.matches(entityTag, known) {
            return Response(status: .notModified, headers: fieldsWithoutContent)
        }
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The same, to be kept for so many seconds.
    func keptFor(_ seconds: Int64) -> Reply {
        var reply = self
        reply.caching = "public, max-age=\(seconds)"
        return reply
    }

    var fields: HTTPFields {
        var fields = fieldsWithoutContent
        fields[.contentType] = type
        return fields
    }

    /// Those of 304.
    var fieldsWithoutContent: HTTPFields {
        var fields = headers
        fields[.cacheControl] = caching
        if let entityTag { fields[.eTag] = entityTag }
        return fields
    }

    private static func matches(_ tag: String, _ known: String) -> Bool {
        known.split(separator: ",").contains { candidate in
            let candidate = candidate.trimmingWhitespace()
            return candidate == "*" || candidate == tag || candidate == "W/" + tag
        }
    }
}

extension Substring {
    fileprivate func trimmingWhitespace() -> Substring {
        let head = drop { $0 == " " || $0 == "\t" }
        guard let last = head.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return head[...last]
    }
}
