/// Why a key that came alone was refused. What was known before stays in use.
public enum KeyError: String, Error, Hashable, Sendable {
    /// No window at hand speaks of its chain: fetch the window.
    case unknownChain
    /// Its slot is none of the chain's.
    case beyondChain
    /// Its release lies in the future, past all doubt.
    case tooEarly
    /// It is so far from the newest known key that the window should be fetched instead.
    case tooFar
    /// It comes in a box, and the app secret doesn't open it.
    case shut
    /// It doesn't hash down to what is known.
    case forged
}
