import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The route by which admins with `future:read` see what a store will show. Each look is in the audit log, with its
/// span.
struct FutureRoutes: GatedRoutes {
    let content: ContentHolder
    let reader: FutureReader

    private static let usualHours: Int64 = 24

    func add(to router: GatedRouter) {
        router.on(.adminFuture, look)
    }

    private func look(_ use: AdminUse, _: NoBody) async throws -> Look<Answer> {
        let query = use.call.query
        let format = try Self.format(query["format"])
        let hours = try Self.hours(query["hours"])
        let store = use.names.text("store")
        let from = try start(query["from"], of: store)
        let (span, answer) = try await answer(store, from: from, hours: hours, format)
        return Look(answer: answer, use: use.seeing(span, hours: hours))
    }

    private func answer(
        _ store: String, from: Instant?, hours: Int64, _ format: FutureFormat
    ) async throws -> (Range<Instant>, Answer) {
        do {
            return try await reader.look(at: store, from: from, hours: hours) { future in
                (future.span, try await format.answer(future))
            }
        } catch let refusal as FutureRefusal {
            throw Problem(refusal, store: store)
        }
    }

    private static func format(_ text: String?) throws -> FutureFormat {
        guard let text else { return .json }
        guard let format = FutureFormat(rawValue: text) else {
            throw Problem.badRequest("format must be json, csv or ics.")
        }
        return format
    }

    private static func hours(_ text: String?) throws -> Int64 {
        guard let text else { return usualHours }
        guard let hours = Int64(plain: text) else { throw Problem.badRequest("hours must be a whole number.") }
        return hours
    }

    /// - Returns: `nil` for now.
    private func start(_ text: String?, of store: String) throws -> Instant? {
        guard let text else { return nil }
        do throws(SpanStart.Unreadable) {
            let zone = content.current[store: store]?.rules.zone ?? .utc
            return try SpanStart.instant(text, in: zone).floored(to: .seconds(1))
        } catch {
            throw Problem.badRequest("from: \(error.description).")
        }
    }
}

extension AdminUse {
    /// The same use, which names the span that was seen.
    fileprivate func seeing(_ span: Range<Instant>, hours: Int64) -> AdminUse {
        naming(["from": RFC3339.text(span.lowerBound), "hours": "\(hours)"])
    }
}

extension Problem {
    fileprivate init(_ refusal: FutureRefusal, store: String) {
        switch refusal {
        case .unknownStore(let known): self = .noStoreInForce(store, among: known)
        case .comes(let version):
            self = Problem(
                .notFound, status: 404, title: "No such store yet",
                detail: """
                    The store \(store) comes with version \(version.number), at \(RFC3339.text(version.from)); ask again \
                    then.
                    """)
        case .notOpen:
            self = Problem(
                .unavailable, status: 503, title: "Not open yet",
                detail: "The store \(store) is new and opens within a minute; ask again then.")
        case .hours(let hours, let most):
            self = .badRequest("hours is \(hours), but for this store it must be a whole number from 1 to \(most).")
        case .tooFarAhead(let latest):
            self = .badRequest(
                "This store's future can be asked for up to \(RFC3339.text(latest)); ask for an earlier from, or fewer hours."
            )
        }
    }
}
