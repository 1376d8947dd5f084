import HTTPTypes
import Hummingbird
import NIOCore
import ShelfWire

/// What an operator's machines ask: is it alive, is it ready, how is it going.
struct OperationRoutes {
    let readiness: Readiness
    let metrics: ServerMetrics
    let streams: KeyStreams
    let doorkeeper: Doorkeeper
    let timeline: Timeline

    static let paths: Set<String> = ["/healthz", "/readyz", "/metrics"]

    func add(to router: some RouterMethods<some RequestContext>) {
        router.get("healthz") { _, _ in plain("ok\n") }
        router.get("readyz") { _, _ in
            let faults = readiness.faults()
            guard faults.isEmpty else { throw Problem.notReady(faults.joined(separator: "; ")) }
            return plain("ready\n")
        }
        router.get("metrics") { _, _ in
            plain(
                metrics.text(refused: doorkeeper.refused, gauges: gauges),
                type: "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    private var gauges: [(name: String, help: String, value: Int64)] {
        [
            ("shelflife_connections", "Open connections.", Int64(doorkeeper.count)),
            ("shelflife_key_streams", "Open key streams.", Int64(streams.count)),
            ("shelflife_ready", "1 when /readyz says ready.", readiness.faults().isEmpty ? 1 : 0),
            ("shelflife_clock_uncertainty_microseconds", "How far the timeline can be off.", timeline.uncertaintyUs()),
            ("shelflife_clock_wander_microseconds", "The wall clock minus the timeline.", timeline.wanderUs()),
        ]
    }

    private func plain(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
