public import ShelfWire

/// How a client reaches the server: its requests, each a closure.
///
/// `Transport.live(server:)` asks over HTTP. A test, or a game that has its
/// own way to the network, gives other closures.
public struct Transport: Sendable {
    /// `GET /v1/stores`.
    public var stores: @Sendable () async throws -> [StoreDescription]
    /// `GET /v1/time`, stamped right before the request leaves and when all of the answer is here.
    public var time: @Sendable () async throws -> Exchange
    /// The newest window of a store, unless it still is the one with this entity tag.
    public var window: @Sendable (_ store: String, _ etag: String?) async throws -> WindowAnswer
    /// The keys of a store, each as it becomes public. It ends when the connection does.
    public var keys: @Sendable (_ store: String) -> AsyncThrowingStream<KeyEvent, any Error>
    /// One public key, asked for by name.
    public var key: @Sendable (_ store: String, _ chain: ChainID, _ slot: Int) async throws -> ReleasedKey
    /// What buying needs; `nil` where nothing is to be bought.
    public var trade: TradeTransport?

    public init(
        stores: @escaping @Sendable () async throws -> [StoreDescription],
        time: @escaping @Sendable () async throws -> Exchange,
        window: @escaping @Sendable (_ store: String, _ etag: String?) async throws -> WindowAnswer,
        keys: @escaping @Sendable (_ store: String) -> AsyncThrowingStream<KeyEvent, any Error>,
        key: @escaping @Sendable (_ store: String, _ chain: ChainID, _ slot: Int) async throws -> ReleasedKey,
        trade: TradeTransport? = nil
    ) {
        self.stores = stores
        self.time = time
        self.window = window
        self.keys = keys
        self.key = key
        self.trade = trade
    }
}

/// The answer to a request for the newest window.
public enum WindowAnswer: Hashable, Sendable {
    case window(bytes: [UInt8], etag: String?)
    case notModified
}
