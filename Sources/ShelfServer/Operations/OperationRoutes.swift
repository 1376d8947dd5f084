import HTTPTypes
import Hummingbird
import NIOCore
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes for monitoring: health, readiness and metrics.
struct OperationRoutes: RouteSet {
    let readiness: Readiness
    let metrics: ServerMetrics
    let streams: KeyStreams
    /// `nil` where invitations aren't configured.
    let playerNews: PlayerNews?
    let connectionLimits: ConnectionLimits
    let timeline: Timeline
    let access: AdminAccess
    let totals: SalesTotals

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.health) { _, _ in Self.plain("ok\n") }
        router.on(.readiness) { request, _ in
            let faults = readiness.faults(for: try Self.purpose(request))
            guard faults.isEmpty else { throw Problem.notReady(faults.joined(separator: "; ")) }
            let degraded = readiness.degradations().map { "degraded: \($0)\n" }
            return Self.plain("ready\n\(degraded.joined())")
        }
        router.on(.metrics) { request, context in
            let sales = try await sales(request, context)
            return Self.plain(
                metrics.text(refused: connectionLimits.refused, gauges: gauges + backupAge) + windowAges + sales,
                type: Self.metricsType)
        }
    }

    /// What was sold, for those whose token allows it: everyone can read the other metrics, and turnover is nobody's
    /// business.
    ///
    /// Prometheus asks every few seconds, so that only refused uses of a token are recorded in the audit log.
    private func sales(_ request: Request, _ context: ShelfRequestContext) async throws -> String {
        guard request.headers[.authorization] != nil else { return "" }
        return try await access.allow(request, context, scope: .salesRead) { _ in
            SalesMetrics(try await totals.figures()).text
        }
    }

    private static func purpose(_ request: Request) throws -> Readiness.Purpose? {
        guard let text = request.uri.queryParameters.get("for") else { return nil }
        guard let purpose = Readiness.Purpose(rawValue: text) else {
            throw Problem.badRequest("for can be orders, or be left out.")
        }
        return purpose
    }

    private var windowAges: String {
        let name = "shelflife_windows_age_seconds"
        let head = "# HELP \(name) How old the newest window is that the database has.\n# TYPE \(name) gauge\n"
        return readiness.windowAges.reduce(into: head) { text, window in
            text += "\(name){store=\"\(window.store)\"} \(window.age.wholeSeconds)\n"
        }
    }

    private var gauges: [(name: String, help: String, value: Int64)] {
        [
            ("shelflife_connections", "Open connections.", Int64(connectionLimits.count)),
            ("shelflife_key_streams", "Open key streams.", Int64(streams.count)),
            ("shelflife_player_streams", "Open streams of players.", Int64(playerNews?.count ?? 0)),
            ("shelflife_ready", "1 when /readyz says ready.", readiness.faults().isEmpty ? 1 : 0),
            (
                "shelflife_orders_ready", "1 when /readyz?for=orders says ready.",
                readiness.faults(for: .orders).isEmpty ? 1 : 0
            ),
            ("shelflife_locked", "1 until the vault is open.", 0),
            (
                "shelflife_content_degraded", "1 when the content isn't what it should be; see /readyz.",
                readiness.contentFaults.isEmpty ? 0 : 1
            ),
            (
                "shelflife_files_nearly_full", "1 when files take 80 % or more of the shop's 1 GiB.",
                readiness.spaceWatch.isNearlyFull ? 1 : 0
            ),
            (
                "shelflife_unfiled_windows", "Windows that couldn't be written to the published folder.",
                Int64(readiness.counters.unfiledWindows)
            ),
            ("shelflife_clock_uncertainty_microseconds", "How far the timeline can be off.", timeline.uncertaintyUs()),
            ("shelflife_clock_wander_microseconds", "The wall clock minus the timeline.", timeline.wanderUs()),
        ]
    }

    /// Nothing where no backup was ever made.
    private var backupAge: [(name: String, help: String, value: Int64)] {
        guard let age = readiness.backupWatch.age else { return [] }
        return [("shelflife_backup_age_seconds", "How old the newest backup is.", age.wholeSeconds)]
    }

    static let metricsType = "text/plain; version=0.0.4; charset=utf-8"

    static func plain(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
