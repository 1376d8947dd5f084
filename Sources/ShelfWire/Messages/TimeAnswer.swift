/// The server's half of a time exchange, in microseconds since the epoch.
public struct TimeAnswer: Hashable, Sendable, Codable {
    /// When the request was read.
    public let receivedUs: Int64
    /// When the answer was written.
    public let sentUs: Int64
    /// How far the server's time can be from the true one.
    public let uncertaintyUs: Int64
    /// When this changes, what was learnt before says nothing any more.
    public let timeline: String

    public init(receivedUs: Int64, sentUs: Int64, uncertaintyUs: Int64, timeline: String) {
        self.receivedUs = receivedUs
        self.sentUs = sentUs
        self.uncertaintyUs = uncertaintyUs
        self.timeline = timeline
    }
}
