package import ShelfModel

/// Why the server refuses to start. It hasn't changed anything.
package enum StartError: Error, Hashable {
    case windowsFromTheFuture(store: String, issuedAt: Instant, now: Instant)
    /// The database has no store, though this data folder had a database that had some.
    case databaseMissing
    case incarnationFromTheFuture(begins: Instant, now: Instant)
    case cardBytesChanged(store: String, published: Int, configured: Int)
    /// A sealed store would become a prefetched one, and nobody has said that this is meant.
    case opensSealedStore(String)
    /// Some listings were sealed with another version of the wire format. Windows would contain them until the minute
    /// `until`.
    case otherWireFormat(store: String, until: Instant, now: Instant)
    case damagedStore(String)
}

extension StartError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .windowsFromTheFuture(let store, let issuedAt, let now):
            """
            store \(store) has a window issued \((issuedAt - now).wholeSeconds) s after the time of this machine; \
            set the machine's clock right (or wait until that time has come) and start again. If the clock was ahead \
            before and is right now, begin anew: shelflife restore --clock-was-ahead, with the server's --config and \
            --data
            """
        case .databaseMissing:
            """
            the database has no stores, but the data folder shows that it had some: the database is missing, or another \
            one. Put a backup back (shelflife restore --replace), or where the shop is in PostgreSQL, name its database by \
            `database`; or remove secrets and published to open a new shop with new signing keys
            """
        case .incarnationFromTheFuture(let begins, let now):
            """
            after a restore the stores begin anew \((begins - now).wholeSeconds) s after the time of this machine; \
            set the machine's clock right (or wait until that time has come) and start again. If the clock was ahead \
            before and is right now, begin anew: shelflife restore --clock-was-ahead, with the server's --config and \
            --data
            """
        case .cardBytesChanged(let store, let published, let configured):
            """
            store \(store): cardBytes is \(published) in what has been published and can't become \(configured); \
            set it back, or give the store another id
            """
        case .opensSealedStore(let store):
            """
            store \(store): it is sealed, and lead: 10m lets everyone open what it shows up to ten minutes ahead; write \
            prefetched: true beside the lead if that is meant, or put the lead back
            """
        case .otherWireFormat(let store, let until, let now):
            """
            store \(store): what it shows was sealed in another version of the wire format, which no reader takes now; \
            start again in \((until - now).wholeSeconds) s, when the last of it is over, or give the store another id
            """
        case .damagedStore(let store):
            "store \(store): its secrets in the data folder can't be read; restore the folder from a backup"
        }
    }
}
