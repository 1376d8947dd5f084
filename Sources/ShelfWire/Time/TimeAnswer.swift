/// The server's half of a time exchange, in microseconds since the epoch.
package struct TimeAnswer: Hashable, Sendable, Codable {
    /// When the server read the request.
    package let receivedUs: Int64
    /// When the server wrote the answer.
    package let sentUs: Int64
    /// How far the server's clock can be from the true time.
    package let uncertaintyUs: Int64
    /// Names the server's timeline. When it changes, earlier exchanges are worthless.
    package let timeline: String

    package init(receivedUs: Int64, sentUs: Int64, uncertaintyUs: Int64, timeline: String) {
        self.receivedUs = receivedUs
        self.sentUs = sentUs
        self.uncertaintyUs = uncertaintyUs
        self.timeline = timeline
    }
}
