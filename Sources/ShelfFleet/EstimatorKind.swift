import ShelfClient

/// The estimators that are compared: Shelflife's, and common ones.
package enum EstimatorKind: String, CaseIterable, Sendable {
    case shelflife = "Shelflife"
    case firstDesign = "the first design"
    case oneExchange = "one exchange, all of it added"
    case bestOfFour = "best round trip of 4"
    case bestOfSixtyFour = "best round trip of 64"
    case meanOfFive = "mean of 5"
    case clockFilter = "NTP's filter of 8"
    case exponentialAverage = "exponential average"

    package var name: String { rawValue }

    package func estimator() -> any Estimator {
        switch self {
        case .shelflife: ClockEstimate()
        case .firstDesign: FirstDesign()
        case .oneExchange: OneExchange()
        case .bestOfFour: BestRoundTrip(of: 4)
        case .bestOfSixtyFour: BestRoundTrip(of: 64)
        case .meanOfFive: Mean(of: 5)
        case .clockFilter: ClockFilter()
        case .exponentialAverage: ExponentialAverage()
        }
    }
}
