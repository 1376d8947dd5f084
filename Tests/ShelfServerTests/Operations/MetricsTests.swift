import NIOCore
import NIOEmbedded
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Synchronization
import Testing

@Suite struct `Metrics` {
    /// How long the database's next write takes.
    private final class Delay: Sendable {
        private let next = Mutex(TimeSpan.zero)

        func set(_ delay: TimeSpan) { next.withLock { $0 = delay } }

        func take() -> TimeSpan {
            next.withLock { next in
                defer { next = .zero }
                return next
            }
        }
    }

    @Test func `have how long orders and the till's batches took, in seconds and by buckets that contain each other`()
        async throws
    {
        let (time, delay) = (ManualTimeline(at: Fixtures.start + .seconds(20)), Delay())
        let database = try SQLiteDatabase.inMemory { _, access in
            if case .writing = access { time.now = time.now + delay.take() }
        }
        var configuration = Fixtures.configuration(catalogue: Fixtures.catalogue(items: 60, price: 1))
        configuration.settings.players.welcome = ["coins": 70]
        let server = try await VirtualServer(configuration: configuration, database: database, time: time)
        let shopper = try await Shopper(server)
        let wish = try shopper.purchaseRequest()
        delay.set(.milliseconds(30))
        #expect(try await shopper.buy(wish).status == 200)
        let metrics = try await server.client.send("/metrics").text
        let orders = metrics.split(separator: "\n").filter { $0.contains(#"{kind="orders""#) }
        let bounds = ["0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10"]
        let buckets = zip(bounds + ["+Inf"], [0, 0, 0, 0, 0] + [Int](repeating: 1, count: 9)).map { bound, count in
            #"shelflife_request_duration_seconds_bucket{kind="orders",le="\#(bound)"} \#(count)"#
        }
        #expect(
            orders.map(String.init) == buckets + [
                #"shelflife_request_duration_seconds_sum{kind="orders"} 0.03"#,
                #"shelflife_request_duration_seconds_count{kind="orders"} 1"#,
            ])
        #expect(metrics.contains("\nshelflife_till_batch_duration_seconds_bucket{le=\"0.025\"} 0\n"))
        #expect(metrics.contains("\nshelflife_till_batch_duration_seconds_bucket{le=\"0.05\"} 1\n"))
        #expect(metrics.contains("\nshelflife_till_batch_duration_seconds_sum 0.03\n"))
        #expect(metrics.contains("\nshelflife_till_orders_total 1\n"))
    }

    @Test func `time windows from the lane and from the router, and admins' requests together`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        try server.server.attach(to: channel)
        for path in ["/v1/stores/main/window", "/v1/time"] {
            try channel.writeInbound(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"))
        }
        _ = try channel.finish(acceptAlreadyClosed: true)
        #expect(try await server.client.send("/v1/stores/main/window").status == 200)
        for path in ["/v1/admin/audit", "/v1/admin/numbers"] { _ = try await server.askAsAdmin(path) }
        #expect(try await server.client.send("/v1/time").status == 200)
        let metrics = try await server.client.send("/metrics").text
        for (kind, count) in [("windows", 2), ("admin", 2), ("orders", 0)] {
            #expect(metrics.contains("\nshelflife_request_duration_seconds_count{kind=\"\(kind)\"} \(count)\n"))
        }
    }

    @Test func `have the database's errors, and sizes in steps that tell of nothing unreleased`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        await server.engine.poll.ask()
        server.faults.reading = true
        await #expect(throws: DatabaseFaults.DiskFull.self) { try await server.database.size() }
        server.faults.reading = false
        let metrics = try await server.client.send("/metrics").text
        #expect(metrics.contains("\nshelflife_database_errors_total{kind=\"other\"} 1\n"))
        #expect(metrics.contains("\nshelflife_database_errors_total{kind=\"lost\"} 0\n"))
        #expect(metrics.contains("\nshelflife_database_size_bytes 67108864\n"))
        let free = try #require(metrics.firstMatch(of: /\nshelflife_disk_free_bytes (\d+)\n/)?.1)
        #expect(try #require(Int64(free)) % 67_108_864 == 0)
    }

    @Test func `have the clock in seconds, and are degraded when readyz says so`() async throws {
        let (server, _) = try await VirtualServer.withAdmins()
        #expect(try await server.client.send("/metrics").text.contains("\nshelflife_degraded 0\n"))
        (server.time.uncertaintyUs, server.time.wanderUs) = (20_000, -1_500_010)
        server.faults.writing = true
        await server.engine.poll.ask()
        let metrics = try await server.client.send("/metrics").text
        #expect(metrics.contains("\nshelflife_clock_uncertainty_seconds 0.02\n"))
        #expect(metrics.contains("\nshelflife_clock_wander_seconds -1.50001\n"))
        #expect(metrics.contains("\nshelflife_degraded 1\n"))
    }

    #if os(Linux)
        @Test func `have what the system says of the process`() async throws {
            let (server, _) = try await VirtualServer.withAdmins()
            let metrics = try await server.client.send("/metrics").text
            for name in ["resident_memory_bytes", "open_fds", "max_fds", "start_time_seconds"] {
                let value = try #require(metrics.split(separator: "\n").first { $0.hasPrefix("process_\(name) ") })
                #expect(try #require(Double(value.split(separator: " ")[1])) > 0)
            }
            #expect(metrics.contains("\nprocess_cpu_seconds_total "))
        }
    #endif
}
