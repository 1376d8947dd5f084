import HTTPTypes
import NIOCore

/// Writes the head of an answer that any origin may read. It has the same fields as the router's middleware and the
/// HTTP library would send.
enum AnswerHead {
    /// - Parameters:
    ///   - length: the content's length; `nil` without content.
    ///   - second: the time for `Date`, in seconds since the epoch.
    static func bytes(_ status: HTTPResponse.Status, _ fields: HTTPFields, length: Int?, second: Int64) -> ByteBuffer {
        var head = begun(status, fields)
        if let length { head.writeString("Content-Length: \(length)\r\n") }
        end(&head, second)
        head.writeString("\r\n")
        return head
    }

    /// The head of a stream that is sent in chunks.
    static func stream(second: Int64) -> ByteBuffer {
        var head = begun(.ok, AnswerFields.stream)
        end(&head, second)
        head.writeString("transfer-encoding: chunked\r\n\r\n")
        return head
    }

    private static func begun(_ status: HTTPResponse.Status, _ fields: HTTPFields) -> ByteBuffer {
        var head = ByteBuffer(string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        for field in fields { head.writeString("\(field.name.rawName): \(field.value)\r\n") }
        return head
    }

    private static func end(_ head: inout ByteBuffer, _ second: Int64) {
        for field in AnswerFields.anyOrigin { head.writeString("\(field.name.rawName): \(field.value)\r\n") }
        head.writeString("Date: \(HTTPDate.text(second))\r\nServer: \(ServerName.text)\r\n")
    }
}
