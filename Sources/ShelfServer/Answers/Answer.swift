import HTTPTypes
import Hummingbird
import NIOCore
import ShelfModel
import Synchronization

/// A prepared answer: its content, and how it may be cached.
///
/// The router and the fast lane send the same answers, each in its own way.
struct Answer: Sendable {
    let content: AnswerContent
    let type: String
    /// The value of `Cache-Control`.
    private(set) var caching: String
    /// A strong tag in its quotes (RFC 9110, section 8.8.3); `nil` where there is none.
    let entityTag: String?
    /// Whether the content is in memory for others who ask; `false` where it was read from the disk for one.
    let isKept: Bool
    private let headers: HTTPFields

    init(
        _ bytes: [UInt8], type: String, caching: String, entityTag: String? = nil, headers: HTTPFields = [:],
        isKept: Bool = true
    ) {
        self.isKept = isKept
        content = AnswerContent(bytes)
        self.type = type
        self.caching = caching
        self.entityTag = entityTag
        self.headers = headers
    }

    /// The same answer, which caches may keep for this number of seconds.
    func keptFor(_ seconds: Int64) -> Answer {
        var answer = self
        answer.caching = "public, max-age=\(seconds)"
        return answer
    }

    /// The same answer for what a store publishes once a minute. Caches may keep it until the next one is due, rounded
    /// up to whole seconds. So a cache that asks again gets the next one. The time is never zero, not even when the
    /// next one is late, because a cache that may keep nothing passes every request on to the server.
    ///
    /// - Parameters:
    ///   - issuedAt: the minute that the content is of.
    ///   - earliest: the earliest that the true time can be.
    func keptUntilNext(after issuedAt: Instant, earliest: Instant) -> Answer {
        let wait = issuedAt + .minutes(1) - earliest + .milliseconds(999)
        return keptFor(max(1, wait.wholeSeconds))
    }

    /// Whether the other answer has the very same content, and may be cached for as long.
    func isSame(as other: Answer) -> Bool { content === other.content && caching == other.caching }

    /// All header fields of the answer with its content.
    var fields: HTTPFields {
        var fields = fieldsWithoutContent
        fields[.contentType] = type
        return fields
    }

    /// All header fields of `304 Not Modified`.
    var fieldsWithoutContent: HTTPFields {
        var fields = headers
        fields[.cacheControl] = caching
        if let entityTag { fields[.eTag] = entityTag }
        return fields
    }

    /// The response: the content, or 304 when the client already has it (RFC 9110, section 13.1.2).
    func response(to request: Request) -> Response {
        if let entityTag, request.knows(entityTag) {
            return Response(status: .notModified, headers: fieldsWithoutContent)
        }
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: content.buffer))
    }

    /// The response with the part of the content that is asked for, or like ``response(to:)``.
    func responseInParts(to request: Request) -> Response {
        guard let entityTag else { return response(to: request) }
        return request.response(
            entityTag: entityTag, length: content.count, type: type, fields: fieldsWithoutContent
        ) { [buffer = content.buffer] range in
            ResponseBody(byteBuffer: buffer.getSlice(at: range.lowerBound, length: range.count) ?? buffer)
        }
    }
}

extension Request {
    /// Whether the client already has the content with an entity tag (RFC 9110, section 13.1.2).
    func knows(_ entityTag: String) -> Bool {
        guard let known = headers[.ifNoneMatch] else { return false }
        return known.split(separator: ",").contains { candidate in
            let candidate = candidate.trimmingWhitespace()
            return candidate == "*" || candidate == entityTag || candidate == "W/" + entityTag
        }
    }
}

/// Content in memory that all connections share. It is converted to a buffer at the first request, because most older
/// windows are never requested.
final class AnswerContent: Sendable {
    let count: Int
    private let bytes: [UInt8]
    private let made = Mutex<ByteBuffer?>(nil)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        count = bytes.count
    }

    func write(to buffer: inout ByteBuffer) { buffer.writeBytes(bytes) }

    var buffer: ByteBuffer {
        made.withLock { made in
            let buffer = made ?? ByteBuffer(bytes: bytes)
            made = buffer
            return buffer
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
