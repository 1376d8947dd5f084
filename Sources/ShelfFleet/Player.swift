import ShelfClient

/// How one client's clock did, at one moment after the other.
package struct Player: Sendable {
    /// How far ahead of the true time it was.
    package private(set) var errorsUs: [Int64] = []
    /// How far off it said that it could be.
    package private(set) var uncertaintiesUs: [Int64] = []

    /// - Parameter momentsUs: how much time has truly passed since the start, growing.
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

    /// By how much the true time was outside what the clock said, each time that it was.
    package var outsideUs: [Int64] {
        zip(errorsUs, uncertaintiesUs).map { abs($0) - $1 }.filter { $0 > 0 }
    }
}
