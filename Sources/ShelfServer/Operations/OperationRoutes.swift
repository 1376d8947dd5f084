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
    let gate: Gate
    let addresses: ClientAddresses
    let metrics: ServerMetrics
    let streams: KeyStreams
    /// `nil` where invitations aren't configured.
    let playerNews: PlayerNews?
    let connectionLimits: ConnectionLimits
    let timeline: Timeline
    let totals: SalesTotals
    let database: any WatchedDatabase
    let build: Build

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
            var text = MetricsText()
            text.add(build)
            metrics.write(to: &text)
            addConnections(to: &text)
            addReadiness(to: &text)
            addWindows(to: &text)
            addDatabase(to: &text)
            text.add(ProcessFigures.recent(nowUs: timeline.nowUs()))
            if let sales { text.add(sales) }
            return Self.plain(text.text, type: Self.metricsType)
        }
    }

    /// What was sold, for those whose token allows it: everyone can read the other metrics, and turnover is nobody's
    /// business.
    ///
    /// Prometheus asks every few seconds, so that only refused uses of a token are recorded in the audit log.
    private func sales(_ request: Request, _ context: ShelfRequestContext) async throws -> SalesFigures? {
        guard request.headers[.authorization] != nil else { return nil }
        let call = Call(
            request, context, for: .metrics, known: gate.admins.proof(in: request), from: addresses)
        return try await gate.look(call, .salesRead) { try await totals.figures() }
    }

    private static func purpose(_ request: Request) throws -> Readiness.Purpose? {
        guard let text = request.uri.queryParameters.get("for") else { return nil }
        guard let purpose = Readiness.Purpose(rawValue: text) else {
            throw Problem.badRequest("for can be orders, or be left out.")
        }
        return purpose
    }

    private func addConnections(to text: inout MetricsText) {
        text.add(.gauge, "shelflife_connections", "Open connections.", connectionLimits.count)
        text.add(
            .counter, "shelflife_connections_refused_total", "Connections that were not let in since the start.",
            connectionLimits.refused)
        text.add(.gauge, "shelflife_key_streams", "Open key streams.", streams.count)
        text.add(.gauge, "shelflife_player_streams", "Open streams of players.", playerNews?.count ?? 0)
    }

    private func addReadiness(to text: inout MetricsText) {
        let flags = [
            ("shelflife_ready", "1 when /readyz says ready.", readiness.faults().isEmpty),
            (
                "shelflife_orders_ready", "1 when /readyz?for=orders says ready.",
                readiness.faults(for: .orders).isEmpty
            ),
            ("shelflife_degraded", "1 when /readyz has a line with degraded.", !readiness.degradations().isEmpty),
            ("shelflife_locked", "1 until the vault is open.", false),
            (
                "shelflife_content_degraded", "1 when the content isn't what it should be; see /readyz.",
                !readiness.contentFaults.isEmpty
            ),
            (
                "shelflife_files_nearly_full", "1 when files take 80 % or more of the shop's 1 GiB.",
                readiness.spaceWatch.isNearlyFull
            ),
        ]
        for (name, help, holds) in flags { text.add(.gauge, name, help, holds ? 1 : 0) }
        text.add(
            .gauge, "shelflife_clock_uncertainty_seconds", "How far the timeline can be off.",
            MetricsText.seconds(us: timeline.uncertaintyUs()))
        text.add(
            .gauge, "shelflife_clock_wander_seconds", "The wall clock minus the timeline.",
            MetricsText.seconds(us: timeline.wanderUs()))
        text.add(
            .gauge, "shelflife_clock_lead_seconds", "The server's clock minus the database's, as far as it is certain.",
            MetricsText.seconds(us: readiness.clockWatch.lead.milliseconds * 1000))
    }

    private func addWindows(to text: inout MetricsText) {
        text.add(
            .gauge, "shelflife_windows_age_seconds", "How old the newest window is that the database has.",
            samples: readiness.windowAges.map { (["store": $0.store], $0.age.wholeSeconds) })
        text.add(
            .gauge, "shelflife_unfiled_windows", "Windows that couldn't be written to the published folder.",
            readiness.counters.unfiledWindows)
    }

    private func addDatabase(to text: inout MetricsText) {
        text.add(
            .counter, "shelflife_database_errors_total", "Calls of the database that failed since the start.",
            samples: DatabaseErrors.Kind.allCases.map { (["kind": $0.rawValue], database.errors[$0]) })
        if let bytes = readiness.spaceWatch.databaseBytes {
            text.add(.gauge, "shelflife_database_size_bytes", "The database's size, in steps of 64 MiB.", bytes)
        }
        if let bytes = readiness.spaceWatch.freeBytes {
            text.add(
                .gauge, "shelflife_disk_free_bytes", "Room on the data folder's disk, in steps of 64 MiB.", bytes)
        }
        // Nothing where no backup was ever made.
        if let age = readiness.backupWatch.age {
            text.add(.gauge, "shelflife_backup_age_seconds", "How old the newest backup is.", age.wholeSeconds)
        }
    }

    static let metricsType = "text/plain; version=0.0.4; charset=utf-8"

    static func plain(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
