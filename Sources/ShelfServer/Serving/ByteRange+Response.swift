import HTTPTypes
import Hummingbird
import ShelfWire

extension Request {
    /// The response with a file, with the part of it that is asked for, or without it when the client has it already.
    ///
    /// - Parameters:
    ///   - length: the file's.
    ///   - fields: the header fields of every response with the file, its `ETag` apart.
    ///   - body: makes the body with some of the file's bytes.
    func response(
        entityTag: String, length: Int, type: String, fields: HTTPFields, body: (Range<Int>) -> ResponseBody
    ) -> Response {
        var fields = fields
        fields[.acceptRanges] = "bytes"
        fields[.eTag] = entityTag
        if knows(entityTag) { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = type
        // Only GET asks for parts (RFC 9110, section 14.2).
        let range = ByteRange(
            method == .get ? headers[.range] : nil, if: headers[.ifRange], entityTag: entityTag, length: length)
        switch range {
        case .whole: return Response(status: .ok, headers: fields, body: body(0..<length))
        case .part(let range):
            fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            return Response(status: .partialContent, headers: fields, body: body(range))
        case .unsatisfiable:
            var response = Problem.noSuchRange(length).response
            response.headers[.contentRange] = "bytes */\(length)"
            return response
        }
    }
}
