import ShelfClient

/// Does what the first design's client did: the server stamps its answer with the whole second, and the client adds
/// what it measured from the end of its upload to the end of the download. It asks once.
///
/// A request is so short here that its upload ends when it begins.
struct FirstDesign: Estimator {
    private var offsetUs: Int64?

    mutating func take(_ exchange: Exchange) {
        offsetUs = offsetUs ?? Self.stampUs(exchange) - exchange.sentUs
    }

    /// The beginning of the server's second in which the request was read.
    ///
    /// All traces begin with a second of the server's, but players come at any moment of one. So the seconds are
    /// counted from a moment that depends on what the device's clock shows, which is drawn at random.
    private static func stampUs(_ exchange: Exchange) -> Int64 {
        let second: Int64 = 1_000_000
        return exchange.serverReceivedUs - (exchange.serverReceivedUs + exchange.sentUs) % second
    }

    func guess(at localUs: Int64) -> Guess {
        Guess(nowUs: localUs + (offsetUs ?? 0))
    }
}

/// Uses the first exchange only, and adds the whole round trip to the server's stamp.
struct OneExchange: Estimator {
    private var offsetUs: Int64?

    mutating func take(_ exchange: Exchange) {
        let downloadUs = exchange.receivedUs - exchange.sentUs
        offsetUs = offsetUs ?? exchange.serverReceivedUs + downloadUs - exchange.receivedUs
    }

    func guess(at localUs: Int64) -> Guess {
        Guess(nowUs: localUs + (offsetUs ?? 0))
    }
}

/// Uses the exchange with the shortest round trip among the last few.
struct BestRoundTrip: Estimator {
    let memory: Int
    private var last: [Exchange] = []

    init(of memory: Int) {
        self.memory = memory
    }

    mutating func take(_ exchange: Exchange) {
        last = last.suffix(memory - 1) + [exchange]
    }

    func guess(at localUs: Int64) -> Guess {
        let best = last.min { $0.roundTripUs < $1.roundTripUs }
        return Guess(nowUs: localUs + (best?.offsetUs ?? 0))
    }
}

/// Uses the mean offset of the last few exchanges.
struct Mean: Estimator {
    let memory: Int
    private var offsetsUs: [Int64] = []

    init(of memory: Int) {
        self.memory = memory
    }

    mutating func take(_ exchange: Exchange) {
        offsetsUs = offsetsUs.suffix(memory - 1) + [exchange.offsetUs]
    }

    func guess(at localUs: Int64) -> Guess {
        Guess(nowUs: localUs + offsetsUs.reduce(0, +) / Int64(max(1, offsetsUs.count)))
    }
}

/// Moves an eighth of the way to each new offset.
struct ExponentialAverage: Estimator {
    private var offsetUs: Int64?

    mutating func take(_ exchange: Exchange) {
        let before = offsetUs ?? exchange.offsetUs
        offsetUs = before + (exchange.offsetUs - before) / 8
    }

    func guess(at localUs: Int64) -> Guess {
        Guess(nowUs: localUs + (offsetUs ?? 0))
    }
}
