/// One request, as a value.
package struct HTTPCall: Hashable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package let method: Method
    /// Where below the server's address, its query included.
    package let path: String
    package var headers: [String: String]
    package let body: [UInt8]
    /// How long the server may be silent, in seconds.
    package let silence: Int64
    /// Whether it may reach the server twice without harm. Such a call goes over a connection that was kept, and is
    /// sent again over another one when the server had given that up.
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

    /// - Parameter etag: asks only for another version than this one (RFC 9110, section 13.1.2).
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
}
