public import Foundation
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
        }
    }

    public var errorDescription: String? { description }

    /// The first ten, and how many more there are.
    private static func list(_ stores: [String]) -> String {
        let more = stores.count - 10
        return stores.prefix(10).joined(separator: ", ") + (more > 0 ? ", and \(more) more" : "")
    }
}
