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
