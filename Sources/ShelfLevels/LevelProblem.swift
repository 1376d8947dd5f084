/// Why a library doesn't have the release that its channel points at, or has gone back to an earlier one.
public enum LevelProblem: Error, Hashable, Sendable {
    /// Nothing could be fetched, with what the source says. The next update tries again.
    case unreachable(String)
    /// What was fetched isn't what the app's key has signed, or it is older than what is known. It was not taken.
    case refused(String)
    /// The document was good until this instant only, in milliseconds since the epoch, so it may be an old one. What is
    /// there is played on. A device whose clock is wrong finds every document so.
    case stale(untilMs: Int64)
    /// The release is for a later engine than the app's.
    case needsEngine(Int)
    /// The release can't be read, or the app has reported that it failed, with the reason. An earlier one is there
    /// instead. One that the app has reported isn't taken again before the channel points at another one, or the app
    /// brings another engine.
    case failed(String)
    /// The device's storage can't be written, with what the system says.
    case storage(String)
}

extension LevelProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let why): "no levels could be fetched: \(why)"
        case .refused(let why): "new levels weren't taken: \(why)"
        case .stale: "the newest document is no longer good, so it isn't known whether there are newer levels"
        case .needsEngine(let engine): "the new levels need version \(engine) of the game's engine"
        case .failed(let why): "these levels failed, so earlier ones are there: \(why)"
        case .storage(let why): "the levels can't be stored: \(why)"
        }
    }
}
