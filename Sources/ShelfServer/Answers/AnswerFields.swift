import HTTPTypes

/// Header fields that the router and the fast lane both send.
enum AnswerFields {
    /// Allow pages of any origin to read an answer and its timing (Fetch standard, section 3.2).
    static let anyOrigin: HTTPFields = [
        .accessControlAllowOrigin: "*", .timingAllowOrigin: "*", .accessControlExposeHeaders: "ETag, Content-Range",
    ]

    /// Tells caches that an answer depends on the page that asks, where only some origins' pages may read it.
    static let someOrigins: HTTPFields = [.vary: "Origin"]

    /// The fields of JSON that is meant for one player.
    static let personal: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]

    /// The fields of an answer to a time exchange.
    static let time = personal

    /// The fields of the time in whole seconds.
    static let seconds: HTTPFields = [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"]

    /// The fields of an event stream.
    static let stream: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no",
    ]
}

extension HTTPField.Name {
    static let timingAllowOrigin = HTTPField.Name("Timing-Allow-Origin")!
    static let crossOriginResourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!
    /// Tells nginx to pass on each event at once.
    fileprivate static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering")!
}
