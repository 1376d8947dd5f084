/// How large a request may be, in bytes.
package enum SizeLimits {
    /// A request's head: no player's request needs a longer one.
    static let head = 16_384
    /// A request's head that the fast lane recognises; the decoder reads a longer one.
    package static let plainHead = 8192
    /// A request's body with its framing: more than any route takes, those of content apart.
    package static let body = 1_048_576
    /// A JSON body, on routes without a limit of their own.
    static let jsonBody = 16_384
    /// The files of a content version, as JSON.
    package static let contentBody = 33_554_432

    /// A request's body with its framing, by the request's target.
    static func body(ofTarget target: String) -> Int {
        let holdsFiles = target.hasPrefix("/v1/admin/content/versions") || target.hasPrefix("/v1/admin/content/drafts/")
        return holdsFiles ? contentBody + body : body
    }

    /// A body from the App Store, which is long because of its certificates. Of the signed data itself at most 32 KiB
    /// are accepted; a body below this limit with longer data gets an error that says so.
    static let appStoreBody = 65_536
}
