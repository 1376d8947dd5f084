package import ShelfWire

/// How a client reaches the server: its requests, each a closure.
///
/// ``live(server:clock:)`` sends them over HTTP.
public struct Transport: Sendable {
    /// `GET /v1/stores`.
    package var stores: @Sendable () async throws -> [StoreDescription]
    /// `GET /v1/time`, stamped right before the request leaves and when all of the answer has come.
    package var time: @Sendable () async throws -> Exchange
    /// The newest window of a store, unless it is still the one with this entity tag.
    package var window: @Sendable (_ store: String, _ etag: String?) async throws -> WindowAnswer
    /// The keys of a store, each as it becomes public, its notices, and what is announced of the stores. The stream
    /// ends when the connection does.
    package var keys: @Sendable (_ store: String) -> AsyncThrowingStream<StreamEvent, any Error>
    /// One public key, requested by chain and slot.
    package var key: @Sendable (_ store: String, _ chain: ChainID, _ slot: Int) async throws -> ReleasedKey
    /// The requests of a player; `nil` where nothing can be bought.
    package var trade: TradeTransport?

    package init(
        stores: @escaping @Sendable () async throws -> [StoreDescription],
        time: @escaping @Sendable () async throws -> Exchange,
        window: @escaping @Sendable (_ store: String, _ etag: String?) async throws -> WindowAnswer,
        keys: @escaping @Sendable (_ store: String) -> AsyncThrowingStream<StreamEvent, any Error>,
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
package enum WindowAnswer: Hashable, Sendable {
    case window(bytes: [UInt8], etag: String?)
    case notModified
}
