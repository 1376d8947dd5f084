package import ShelfWire

/// The four time stamps of one request for the time, and what the server said of its clock, all in microseconds.
package struct Exchange: Hashable, Sendable {
    /// On this device, right before the request left.
    package let sentUs: Int64
    /// On the server, when the request was read.
    package let serverReceivedUs: Int64
    /// On the server, when the answer was written.
    package let serverSentUs: Int64
    /// On this device, when all of the answer had come. The server may write its stamp after the answer's first bytes
    /// have left.
    package let receivedUs: Int64
    /// How far the server's clock can be from the true time.
    package let serverUncertaintyUs: Int64
    /// Names the server's timeline. When the name changes, earlier exchanges are worthless.
    package let timeline: String

    package init(
        sentUs: Int64, serverReceivedUs: Int64, serverSentUs: Int64, receivedUs: Int64, serverUncertaintyUs: Int64,
        timeline: String
    ) {
        self.sentUs = sentUs
        self.serverReceivedUs = serverReceivedUs
        self.serverSentUs = serverSentUs
        self.receivedUs = receivedUs
        self.serverUncertaintyUs = serverUncertaintyUs
        self.timeline = timeline
    }

    package init(sentUs: Int64, receivedUs: Int64, answer: TimeAnswer) {
        self.init(
            sentUs: sentUs, serverReceivedUs: answer.receivedUs, serverSentUs: answer.sentUs, receivedUs: receivedUs,
            serverUncertaintyUs: answer.uncertaintyUs, timeline: answer.timeline)
    }

    /// How long request and answer were on their way together; meaningless for stamps that can't be true.
    package var roundTripUs: Int64 { (receivedUs &- sentUs) &- (serverSentUs &- serverReceivedUs) }
}

extension Exchange {
    /// An exchange that took longer is of no use.
    static let longestRoundTripUs: Int64 = 10_000_000
    /// No real clock shows more, and arithmetic with larger stamps could overflow.
    static let stampUsAtMost: Int64 = 1 << 53
    private static let stamps: Range<Int64> = 0..<stampUsAtMost

    /// Whether two working clocks can have made these stamps, in a time short enough to be of use.
    func isPossible(granularityUs: Int64) -> Bool {
        let stamps = [sentUs, receivedUs, serverReceivedUs, serverSentUs, serverUncertaintyUs]
        return stamps.allSatisfy(Self.stamps.contains) && serverSentUs >= serverReceivedUs
            && (0...Self.longestRoundTripUs).contains(receivedUs - sentUs)
            && lower(granularityUs: granularityUs).offsetUs <= upper(granularityUs: granularityUs).offsetUs
    }

    /// The server was ahead by this at most, because it read the request after it was sent.
    func upper(granularityUs: Int64) -> Evidence.Bound {
        Evidence.Bound(atUs: sentUs, offsetUs: serverReceivedUs - sentUs + granularityUs)
    }

    /// The server was ahead by this at least, because it wrote the answer before it was received.
    func lower(granularityUs: Int64) -> Evidence.Bound {
        Evidence.Bound(atUs: receivedUs, offsetUs: serverSentUs - receivedUs - granularityUs)
    }

    /// The exchange by its middle.
    var passage: Evidence.Passage {
        let (upUs, downUs) = (serverReceivedUs - sentUs, serverSentUs - receivedUs)
        return Evidence.Passage(
            atUs: sentUs + (receivedUs - sentUs) / 2, offsetUs: downUs + (upUs - downUs) / 2, roundTripUs: roundTripUs)
    }
}
