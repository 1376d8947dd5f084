import ShelfClient

/// The errors of one client's clock, at one moment after another.
package struct ClientResult: Sendable {
    /// How far the clock was ahead of the true time.
    package private(set) var errorsUs: [Int64] = []
    /// The uncertainty that the clock reported.
    package private(set) var uncertaintiesUs: [Int64] = []

    /// - Parameter momentsUs: the true time since the start at each moment, in growing order.
    package init(_ estimator: some Estimator, on trace: Trace, at momentsUs: [Int64]) {
        var estimator = estimator
        var exchanges = trace.exchanges[...]
        for momentUs in momentsUs {
            let localUs = trace.clock.localUs(at: momentUs)
            while let next = exchanges.first, next.receivedUs <= localUs {
                estimator.take(next)
                exchanges.removeFirst()
            }
            let guess = estimator.guess(at: localUs)
            errorsUs.append(guess.nowUs - Trace.epochUs - momentUs)
            if let uncertaintyUs = guess.uncertaintyUs { uncertaintiesUs.append(uncertaintyUs) }
        }
    }

    /// For each moment at which the true time was outside the reported interval, by how much.
    package var outsideUs: [Int64] {
        zip(errorsUs, uncertaintiesUs).map { abs($0) - $1 }.filter { $0 > 0 }
    }
}
