import HTTPTypes
import NIOCore
import NIOHTTP1

/// Writes the head of an answer. It has the same fields as the router's middleware and the HTTP library would send.
enum AnswerHead {
    /// - Parameters:
    ///   - length: the content's length; `nil` without content.
    ///   - second: the time for `Date`, in seconds since the epoch.
    ///   - audience: says which origins' pages may read the answer.
    static func bytes(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, length: Int?, second: Int64,
        audience: HTTPFields = AnswerFields.anyOrigin
    ) -> ByteBuffer {
        var head = begun(status, fields)
        if let length { head.writeString("Content-Length: \(length)\r\n") }
        end(&head, second, audience)
        head.writeString("\r\n")
        return head
    }

    /// An answer, or its head, which also says that the connection ends with it: a proxy would otherwise keep it for
    /// the next request.
    static func closing(_ answer: ByteBuffer) -> ByteBuffer {
        let bytes = answer.readableBytesView
        guard let end = bytes.firstRange(of: blankLine) else { return answer }
        var closing = ByteBuffer()
        closing.reserveCapacity(bytes.count + connectionClose.utf8.count)
        closing.writeBytes(bytes[..<end.lowerBound])
        closing.writeString("\r\n\(connectionClose)\r\n")
        closing.writeBytes(bytes[end.upperBound...])
        return closing
    }

    private static let blankLine = Array("\r\n\r\n".utf8)
    private static let connectionClose = "connection: close\r\n"

    /// The head of a stream that is sent in chunks.
    ///
    /// - Parameter isLast: whether the client wants no other answer on the connection.
    static func stream(isLast: Bool, second: Int64, audience: HTTPFields = AnswerFields.anyOrigin) -> ByteBuffer {
        var head = begun(.ok, AnswerFields.stream)
        end(&head, second, audience)
        if isLast { head.writeString(connectionClose) }
        head.writeString("transfer-encoding: chunked\r\n\r\n")
        return head
    }

    /// Tells a client that waits for it to send the body of its request.
    static let goOn = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")

    private static func begun(_ status: HTTPResponse.Status, _ fields: HTTPFields) -> ByteBuffer {
        let status = HTTPResponseStatus(statusCode: status.code)
        var head = ByteBuffer(string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        for field in fields { head.writeString("\(field.name.rawName): \(field.value)\r\n") }
        return head
    }

    private static func end(_ head: inout ByteBuffer, _ second: Int64, _ audience: HTTPFields) {
        for field in audience { head.writeString("\(field.name.rawName): \(field.value)\r\n") }
        head.writeString("Date: \(HTTPDate.text(second))\r\nServer: \(ServerName.text)\r\n")
    }
}
