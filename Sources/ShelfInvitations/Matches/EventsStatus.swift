/// How the stream of ``PlayerEvents`` stands.
public struct EventsStatus: Hashable, Sendable {
    /// Whether events come. While they don't, it is tried again by itself.
    public enum Connection: Hashable, Sendable {
        /// Until the stream is open, and after it has ended.
        case connecting
        /// Events come as they happen.
        case live
        /// After two failures or more.
        case offline
    }

    /// Whether events come.
    public let connection: Connection
    /// Why the last try has failed; `nil` when all is well.
    public let problem: InvitationError?
}
