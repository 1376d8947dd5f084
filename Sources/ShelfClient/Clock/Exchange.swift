package import ShelfWire

/// Four time stamps of one request for the time, and what the server said of its clock. All in microseconds.
public struct Exchange: Hashable, Sendable {
    /// On this device, right before the request left.
    public let sentUs: Int64
    /// On the server, when the request was read.
    public let serverReceivedUs: Int64
    /// On the server, when the answer was written.
    public let serverSentUs: Int64
    /// On this device, when all of the answer had come: its end may have been stamped after its beginning had left.
    public let receivedUs: Int64
    /// How far the server's clock can be from the true time.
    public let serverUncertaintyUs: Int64
    /// Names the server's timeline; under another name, earlier exchanges say nothing.
    public let timeline: String

    public init(
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

    /// How long request and answer were on their way together; of stamps that can't be true, nonsense.
    public var roundTripUs: Int64 { (receivedUs &- sentUs) &- (serverSentUs &- serverReceivedUs) }
}

extension Exchange {
    static let longestRoundTripUs: Int64 = 10_000_000
    /// Stamps beyond are nobody's clock, and sums of them might overflow.
    static let stampUsAtMost: Int64 = 1 << 53
    private static let stamps: Range<Int64> = 0..<stampUsAtMost

    /// Whether honest clocks can have made these stamps, near enough to each other to be of use.
    func isPossible(granularityUs: Int64) -> Bool {
        let stamps = [sentUs, receivedUs, serverReceivedUs, serverSentUs, serverUncertaintyUs]
        return stamps.allSatisfy(Self.stamps.contains) && serverSentUs >= serverReceivedUs
            && (0...Self.longestRoundTripUs).contains(receivedUs - sentUs)
            && lower(granularityUs: granularityUs).offsetUs <= upper(granularityUs: granularityUs).offsetUs
    }

    /// The server was ahead by no more than this, because it read the request after it was sent.
    func upper(granularityUs: Int64) -> Evidence.Bound {
        Evidence.Bound(atUs: sentUs, offsetUs: serverReceivedUs - sentUs + granularityUs)
    }

    /// The server was ahead by no less than this, because it wrote the answer before it was received.
    func lower(granularityUs: Int64) -> Evidence.Bound {
        Evidence.Bound(atUs: receivedUs, offsetUs: serverSentUs - receivedUs - granularityUs)
    }
}
