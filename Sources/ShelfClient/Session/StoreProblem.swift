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
    /// The server has no such store: it is closed, or not open yet. The shelf is empty until it opens.
    case gone
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
        }
    }

    public var errorDescription: String? { description }
}
