public import ShelfWire

/// What is wrong between this device and the store. What was there before stays in use.
public enum StoreProblem: Error, Hashable, Sendable {
    case windowRefused(WindowError)
    case keyRefused(KeyError)
    case contradiction(Contradiction)
    /// The server now signs with another key than the pinned one. It stays until a person settles it.
    case publicKeyChanged(to: String)
    /// The store wraps its keys, and the app secret is missing or another one.
    case appSecretNeeded
}

extension StoreProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .windowRefused(let error): "\(error)"
        case .keyRefused(let error): "a key was refused (\(error.rawValue)); what was known stays in use"
        case .contradiction(let contradiction): "\(contradiction)"
        case .publicKeyChanged(let key):
            "the server signs with another key, \(key); ask its operator before you pin that one"
        case .appSecretNeeded: "the store's cards need its app secret; give the one from the server's configuration"
        }
    }
}
