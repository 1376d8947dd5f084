/// The content security policy of the pages for players: they may run, load and request only what this server serves.
enum PagePolicy {
    static let value = [
        "default-src 'self'", "img-src 'self' data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
}
