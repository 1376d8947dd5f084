import ShelfConfiguration
import Testing

@Suite struct `An origin` {
    @Test(arguments: [
        ("https://desk.example.com", "https://desk.example.com"),
        ("HTTPS://Desk.Example.com", "https://desk.example.com"),
        ("https://desk.example.com:443", "https://desk.example.com"),
        ("http://127.0.0.1:80", "http://127.0.0.1"), ("http://127.0.0.1:8081", "http://127.0.0.1:8081"),
        ("http://[::1]:8081", "http://[::1]:8081"), ("http://[::1]", "http://[::1]"),
    ])
    func `is written as browsers write it`(text: String, origin: String) {
        #expect(WebOrigin(text)?.description == origin)
    }

    @Test(arguments: [
        "desk.example.com", "ftp://desk.example.com", "https://", "https://desk.example.com/",
        "https://desk.example.com:",
        "https://desk.example.com:0", "https://desk.example.com:65536", "https://desk.example.com:08443",
        "https://desk.example.com:+1", "https://a@b", "https://a b", "http://[::1", "http://[::1]8081", "http://::1",
        "null", "",
    ])
    func `is nothing else`(text: String) {
        #expect(WebOrigin(text) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("localhost", true), ("[::1]", true), ("::1", true),
        ("127.0.0.1.example.com", false), ("127.0.0.256", false), ("localhost.example.com", false), ("0.0.0.0", false),
        ("10.0.0.1", false), ("[::]", false),
    ])
    func `is this machine's own or not`(host: String, isLoopback: Bool) {
        #expect(WebOrigin.isLoopback(host) == isLoopback)
    }
}
