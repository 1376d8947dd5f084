import ShelfModel
import ShelfTesting

/// Requests, one or several after another, with something changed here and there.
struct RequestMutant {
    private var random: SplitMix64
    private static let lines = [
        "Host: a", "Host: store.example.com:8080", "host:a", "Connection: keep-alive", "Connection: close",
        "If-None-Match: \"abc\"", "If-None-Match: W/\"abc\"", "if-none-match: \"a\",\"b\"", "Content-Length: 0",
        "Content-Length: 36", "Transfer-Encoding: chunked", "Accept: */*", "User-Agent: x (y; z) \"q\"",
        "Expect: 100-continue", "Last-Event-ID: a.1", "Upgrade: websocket", "X-A:\t b \t", "Range: bytes=0-",
        "Cookie: a=b; c=d", "Keep-Alive: timeout=5",
    ]
    private static let paths = [
        "/v1/time", "/v1/stores", "/v1/stores/main/window", "/v1/stores/main/windows/17", "/", "*", "/a?b",
    ]
    private static let bytes = Array("\r\n\r\n :\t\0GHEADT/1.0;,\"%é".utf8)

    private let paths: [String]

    /// - Parameter more: paths that are asked for besides.
    init(seed: UInt32, more: [String] = []) {
        paths = Self.paths + more
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> [UInt8] {
        var bytes = (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in request() }
        for _ in 0..<Int.random(in: 0...2, using: &random) { mutate(&bytes) }
        return bytes
    }

    /// As they may arrive, in one piece or in several.
    mutating func nextPieces() -> [[UInt8]] {
        let bytes = next()
        let cut = Int.random(in: 0...bytes.count * 2, using: &random)
        return cut < bytes.count ? [Array(bytes[..<cut]), Array(bytes[cut...])] : [bytes]
    }

    private mutating func request() -> [UInt8] {
        let method = ["GET", "GET", "GET", "HEAD", "POST", "get"].randomElement(using: &random)!
        let version = Int.random(in: 0..<12, using: &random) == 0 ? "HTTP/1.0" : "HTTP/1.1"
        var lines = ["\(method) \(paths.randomElement(using: &random)!) \(version)"]
        if Int.random(in: 0..<8, using: &random) > 0 { lines.append(Self.lines[Int.random(in: 0..<3, using: &random)]) }
        for _ in 0..<Int.random(in: 0...3, using: &random) { lines.append(Self.lines.randomElement(using: &random)!) }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(Self.bytes.randomElement(using: &random)!, at: place)
        case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
        default: bytes = Array(bytes[..<place]) + bytes[Int.random(in: 0...place, using: &random)...]
        }
        if bytes.isEmpty { bytes = [0] }
    }
}
