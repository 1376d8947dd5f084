/// One request, as a value.
package struct HTTPCall: Hashable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    package let method: Method
    /// The path below the server's address, with the query.
    package let path: String
    package var headers: [String: String]
    package let body: [UInt8]
    /// For how many seconds the server may be silent before the request fails.
    package let silence: Int64
    /// Whether the request may reach the server twice without harm. Such a request may go over a connection that was
    /// kept, and is sent again over another one when the server has closed that.
    package let isRepeatable: Bool

    private init(
        _ method: Method, _ path: String, headers: [String: String], body: [UInt8], silence: Int64, isRepeatable: Bool
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.silence = silence
        self.isRepeatable = isRepeatable
    }

    /// - Parameter etag: asks for the resource only if it isn't this version any more (RFC 9110, section 13.1.2).
    package static func get(
        _ path: String, headers: [String: String] = [:], etag: String? = nil, silence seconds: Int64
    ) -> HTTPCall {
        let condition = etag.map { ["If-None-Match": $0] } ?? [:]
        return HTTPCall(
            .get, path, headers: headers.merging(condition) { $1 }, body: [], silence: seconds, isRepeatable: true)
    }

    /// Sends JSON.
    package static func post(
        _ path: String, headers: [String: String] = [:], json body: [UInt8], silence seconds: Int64,
        isRepeatable: Bool = false
    ) -> HTTPCall {
        HTTPCall(
            .post, path, headers: headers.merging(["Content-Type": "application/json"]) { $1 }, body: body,
            silence: seconds, isRepeatable: isRepeatable)
    }

    /// Sends bytes as they are, which may arrive twice without harm.
    package static func put(
        _ path: String, headers: [String: String] = [:], bytes: [UInt8], silence seconds: Int64
    ) -> HTTPCall {
        HTTPCall(
            .put, path, headers: headers.merging(["Content-Type": "application/octet-stream"]) { $1 }, body: bytes,
            silence: seconds, isRepeatable: true)
    }

    /// Ends what is at this path, which may arrive twice without harm.
    package static func delete(
        _ path: String, headers: [String: String] = [:], silence seconds: Int64
    ) -> HTTPCall {
        HTTPCall(.delete, path, headers: headers, body: [], silence: seconds, isRepeatable: true)
    }
}
