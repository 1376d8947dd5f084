import ShelfClient
import ShelfWire

extension Transport {
    /// Tells of each key as it arrives on the stream.
    ///
    /// - Parameter arrived: gets the key, and whether it is the one of its chain that the connection begins with.
    func telling(_ arrived: @escaping @Sendable (_ key: ReleasedKey, _ isGreeting: Bool) -> Void) -> Transport {
        var telling = self
        telling.keys = { [keys] store in
            return AsyncThrowingStream { continuation in
                let reading = Task {
                    var greeted: Set<ChainID> = []
                    do {
                        for try await event in keys(store) {
                            if case .key(let key) = event {
                                arrived(key.released, greeted.insert(key.released.chain).inserted)
                            }
                            continuation.yield(event)
                        }
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
                    }
                }
                continuation.onTermination = { _ in reading.cancel() }
            }
        }
        return telling
    }
}
