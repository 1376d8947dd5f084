import NIOHTTP1

/// What the lane needs to know about a request. Its bytes belong to the caller and are valid only during the call.
struct LaneRequest {
    /// The path, which has no query.
    let path: UnsafeRawBufferPointer
    let isHead: Bool
    /// The entity tag of the version that the client already has, with its quotes.
    let knownTag: UnsafeRawBufferPointer?
    let lastEvent: UnsafeRawBufferPointer?
    /// What may open a player's stream; `nil` where the router has to read that.
    let player: PlayerFields?
    /// Whether the connection ends with the answer.
    let isLast: Bool

    /// The fields that say who asks.
    struct PlayerFields {
        let authorization: UnsafeRawBufferPointer
        let forwarded: UnsafeRawBufferPointer?
    }

    init(_ plain: PlainRequest, in bytes: UnsafeRawBufferPointer) {
        path = bytes.piece(plain.path)
        isHead = plain.isHead
        knownTag = plain.knownTag.map(bytes.piece)
        lastEvent = plain.lastEvent.map(bytes.piece)
        let authorization = plain.hasOrigin ? nil : plain.authorization
        player = authorization.map {
            PlayerFields(authorization: bytes.piece($0), forwarded: plain.forwarded.map(bytes.piece))
        }
        isLast = plain.isLast
    }

    private init(
        path: UnsafeRawBufferPointer, isHead: Bool, knownTag: UnsafeRawBufferPointer?,
        lastEvent: UnsafeRawBufferPointer?, isLast: Bool
    ) {
        self.path = path
        self.isHead = isHead
        self.knownTag = knownTag
        self.lastEvent = lastEvent
        player = nil
        self.isLast = isLast
    }

    /// Makes a lane request from a decoded head, if the head is plain by the same rules as those for undecoded
    /// requests.
    ///
    /// - Returns: the result of `body`; `nil` when the head isn't plain.
    static func with<Output>(_ head: HTTPRequestHead, _ body: (LaneRequest) -> Output) -> Output? {
        guard head.version == .http1_1, head.method == .GET || head.method == .HEAD,
            RequestScanner.isPlainPath(head.uri.utf8), let fields = fields(of: head.headers), fields.hasHost
        else { return nil }
        return Array(head.uri.utf8).withUnsafeBytes { path in
            fields.knownTag.bytes { tag in
                fields.lastEvent.bytes { event in
                    body(
                        LaneRequest(
                            path: path, isHead: head.method == .HEAD, knownTag: tag, lastEvent: event,
                            isLast: fields.isLast ?? false))
                }
            }
        }
    }

    private static func fields(of headers: HTTPHeaders) -> PlainFields<[UInt8]>? {
        var fields = PlainFields<[UInt8]>()
        for (name, value) in headers {
            let (name, value) = (Array(name.utf8), Array(value.utf8))
            guard RequestScanner.isPlainValue(value) else { return nil }
            let admission = name.withUnsafeBytes { name in
                value.withUnsafeBytes { fields.admit(name: name, value: $0, remembered: value) }
            }
            if admission == .refused { return nil }
        }
        return fields
    }
}

extension [UInt8]? {
    fileprivate func bytes<Output>(_ body: (UnsafeRawBufferPointer?) -> Output) -> Output {
        guard let self else { return body(nil) }
        return self.withUnsafeBytes { body($0) }
    }
}
