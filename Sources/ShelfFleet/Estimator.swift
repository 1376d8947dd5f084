package import ShelfClient

/// A way to know the server's time from exchanges.
package protocol Estimator: Sendable {
    /// Takes in an exchange that has just ended.
    mutating func take(_ exchange: Exchange)

    /// What it takes for the server's time when this device's clock says `localUs`.
    func guess(at localUs: Int64) -> Guess
}

package struct Guess: Sendable {
    package let nowUs: Int64
    /// How far off it says that it can be; `nil` if it doesn't say.
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
    /// The server's time minus the time here, if both ways took equally long.
    var offsetUs: Int64 { (serverReceivedUs - sentUs + serverSentUs - receivedUs) / 2 }
}
