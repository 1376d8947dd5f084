public import Foundation

/// Why a key that didn't come in a window was refused. The keys that were known before stay in use.
public enum KeyError: String, Error, Hashable, Sendable {
    /// No known window names its chain. Fetch the newest window.
    case unknownChain
    /// The chain doesn't have this slot.
    case beyondChain
    /// Its release is certainly in the future.
    case tooEarly
    /// It is so far from the newest known key that the window should be fetched instead.
    case tooFar
    /// It comes in a box, and the app secret doesn't open it.
    case shut
    /// It doesn't hash down to a known key of its chain.
    case forged
}

extension KeyError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .unknownChain: "a key is of a chain that no window at hand names; the newest window is fetched"
        case .beyondChain: "a key is for a time that its chain doesn't reach; what was known stays in use"
        case .tooEarly: "a key came before its release; what was known stays in use"
        case .tooFar: "a key is too far from those at hand; the newest window is fetched"
        case .shut: "a key can't be opened with this app secret; give the one from the server's configuration"
        case .forged: "a key isn't the server's; what was known stays in use"
        }
    }

    public var errorDescription: String? { description }
}
