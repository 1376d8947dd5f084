package import ShelfModel

/// Why a server doesn't start. Nothing has been changed.
package enum StartError: Error, Hashable {
    case windowsFromTheFuture(store: String, issuedAt: Instant, now: Instant)
    case cardBytesChanged(store: String, published: Int, configured: Int)
    case damagedStore(String)
    case addressInUse(host: String, port: Int)
}

extension StartError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .windowsFromTheFuture(let store, let issuedAt, let now):
            """
            store \(store) has a window issued \((issuedAt - now).wholeSeconds) s after the time of this machine; \
            set the machine's clock right (or wait until that time has come) and start again
            """
        case .cardBytesChanged(let store, let published, let configured):
            """
            store \(store): cardBytes is \(published) in what has been published and can't become \(configured); \
            set it back, or give the store another id
            """
        case .addressInUse(let host, let port):
            "port \(port) of \(host) is in use; choose another with --port (make demo: PORT=\(port + 1))"
        case .damagedStore(let store):
            "store \(store): its secrets in the data folder can't be read; restore the folder from a backup"
        }
    }
}
