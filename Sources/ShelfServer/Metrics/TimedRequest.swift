import ShelfEngine
import ShelfWire

/// The requests whose answers are timed.
enum TimedRequest: Int, CaseIterable, Sendable {
    case orders, windows, admin

    init?(_ route: Route) {
        switch route {
        case .purchase: self = .orders
        case .window, .numberedWindow: self = .windows
        default:
            guard case .admin = route.terms.access else { return nil }
            self = .admin
        }
    }
}

/// How long requests took, from when they were read until their answer was ready.
final class RequestDurations: Sendable {
    private let histograms = TimedRequest.allCases.map { _ in DurationHistogram() }

    func count(_ requests: TimedRequest, us: Int64) { histograms[requests.rawValue].count(us: us) }

    subscript(requests: TimedRequest) -> DurationHistogram.Reading { histograms[requests.rawValue].reading }
}
