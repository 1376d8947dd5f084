import ShelfClient

/// Uses the first exchange only, and adds the whole round trip to the server's stamp, as the first version of the game
/// did.
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
