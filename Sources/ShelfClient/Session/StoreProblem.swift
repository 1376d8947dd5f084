public import Foundation
public import ShelfModel
public import ShelfWire

/// What is wrong between this device and the store. The last good window stays in use.
public enum StoreProblem: Error, Hashable, Sendable {
    /// A window came that can't be true.
    case windowRefused(WindowError)
    /// A key came that can't be true.
    case keyRefused(KeyError)
    /// The server signed two things that can't both be true.
    case contradiction(Contradiction)
    /// The server signs with another key than the pinned one. The problem stays until a person resolves it.
    case publicKeyChanged(to: String)
    /// The store encrypts its keys, and the app secret is missing or wrong.
    case appSecretNeeded
    /// The store was open and is closed. The shelf is empty until it opens again.
    case gone
    /// The server has other stores and none with this id: it is closed, not open yet, or misspelt. The shelf is empty
    /// until it opens. `listed` are the ids of those that there are.
    case unknownStore(String, listed: [String])
    /// What answers at the address isn't a Shelflife server, as the error says; or the address is none.
    case wrongServer(TransportError)
    /// The server, or what is needed of it, can't be reached since this instant. It is tried again by itself.
    ///
    /// It is told ten seconds after a connection was refused or broken off, and fifty seconds after silence. The
    /// instant is by the store's time where that is known, else by this device's wall clock.
    case unreachable(Unreachable, since: Instant)

    /// What can't be reached.
    public enum Unreachable: String, Hashable, Sendable {
        /// Nothing at all comes from the server.
        case server
        /// The server tells the time, but doesn't serve this store: it has just been restored, or something in between
        /// holds back its answers.
        case store
        /// The server's time can't be had, without which nothing can be shown. Everything else comes.
        case time
    }
}

extension StoreProblem: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .windowRefused(let error): "\(error)"
        case .keyRefused(let error): "\(error)"
        case .contradiction(let contradiction): "\(contradiction)"
        case .publicKeyChanged(let key):
            "the server signs with another key, \(key); ask its operator before you pin that one"
        case .appSecretNeeded: "the store's cards need its app secret; give the one from the server's configuration"
        case .gone: "the store is closed; if it opens again, it goes on by itself"
        case .unknownStore(let store, let listed):
            """
            the server has no store “\(store)”: it is closed, not open yet, or misspelt; there are: \(Self.list(listed))
            """
        case .wrongServer(let error): "\(error)"
        case .unreachable(let what, let since): "\(what.description) since \(Self.timeOfDay(since))"
        }
    }

    public var errorDescription: String? { description }

    private static func timeOfDay(_ instant: Instant) -> String {
        let date = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
        return date.formatted(date: .omitted, time: .standard)
    }

    /// The first ten, and how many more there are.
    private static func list(_ stores: [String]) -> String {
        let more = stores.count - 10
        return stores.prefix(10).joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
    }
}

extension StoreProblem.Unreachable {
    fileprivate var description: String {
        switch self {
        case .server: "the server can't be reached"
        case .store: "the server answers, but doesn't serve this store"
        case .time: "the server's time can't be had, though it answers otherwise; check what holds back /v1/time,"
        }
    }
}
