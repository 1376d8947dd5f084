package import ShelfClient

/// Estimates the server's time from exchanges.
package protocol Estimator: Sendable {
    /// Adds an exchange that has just ended.
    mutating func take(_ exchange: Exchange)

    /// The estimated server's time when this device's clock says `localUs`.
    func guess(at localUs: Int64) -> Guess
}

/// An estimate of the server's time at one moment.
package struct Guess: Sendable {
    package let nowUs: Int64
    /// How far off the estimate can be by its own account; `nil` if the estimator doesn't say.
    package let uncertaintyUs: Int64?

    package init(nowUs: Int64, uncertaintyUs: Int64? = nil) {
        self.nowUs = nowUs
        self.uncertaintyUs = uncertaintyUs
    }
}

extension ClockEstimate: Estimator {
    package mutating func take(_ exchange: Exchange) {
        add(exchange, at: exchange.receivedUs)
    }

    package func guess(at localUs: Int64) -> Guess {
        let reading = reading(at: localUs)
        return Guess(nowUs: reading.nowUs, uncertaintyUs: reading.uncertaintyUs)
    }
}

extension Exchange {
    /// The server's time minus this device's, if both ways took equally long.
    var offsetUs: Int64 { (serverReceivedUs - sentUs + serverSentUs - receivedUs) / 2 }
}
