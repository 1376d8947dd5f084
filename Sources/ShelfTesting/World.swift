import ShelfModel

/// Servers on one database and their clients in one virtual time. Events happen in the order of their instants, and
/// nothing waits.
package final class World {
    package struct Standstill: Error {}

    private struct Happening {
        let atUs: Int64
        let number: Int
        let body: () async throws -> Void
    }

    package let server: VirtualServer
    /// Another server on the same database, if there is one.
    package let twin: VirtualServer?
    package private(set) var clients: [VirtualClient] = []
    private var happenings: [Happening] = []
    private var count = 0

    package init(server: VirtualServer, twin: VirtualServer? = nil) {
        self.server = server
        self.twin = twin
    }

    private var servers: [VirtualServer] { [server] + (twin.map { [$0] } ?? []) }

    package var nowUs: Int64 { server.time.nowUs }

    package func add(_ client: VirtualClient) async throws {
        clients.append(client)
        try await client.begin()
    }

    /// Schedules an event.
    func later(_ delayUs: Int64, _ body: @escaping () async throws -> Void) {
        count += 1
        let happening = Happening(atUs: nowUs + max(0, delayUs), number: count, body: body)
        let index = happenings.partitioningIndex { ($0.atUs, $0.number) > (happening.atUs, happening.number) }
        happenings.insert(happening, at: index)
    }

    /// Lets all events happen that are due up to `us`.
    ///
    /// - Throws: ``Standstill`` when things go on happening without time passing.
    package func run(untilUs us: Int64) async throws {
        var standstill = StandstillDetector()
        while true {
            guard !standstill.isStuck(at: nowUs) else { throw Standstill() }
            let nextUs = happenings.first?.atUs ?? .max
            let serverUs = servers.map(\.nextEventUs).min() ?? .max
            if serverUs <= min(nextUs, us) {
                server.time.nowUs = serverUs
                for server in servers { await tell(await server.act(), of: server) }
            } else if nextUs <= us {
                let happening = happenings.removeFirst()
                server.time.nowUs = max(nowUs, happening.atUs)
                try await happening.body()
            } else {
                server.time.nowUs = max(nowUs, us)
                return
            }
        }
    }

    /// Lets the servers follow what was changed through the database or another of them.
    package func follow() async throws {
        for server in servers { await tell(try await server.follow(), of: server) }
    }

    private func tell(_ pushed: [String: Int], of server: VirtualServer) async {
        for client in clients where client.server === server { await client.hear(pushed[client.store, default: 0]) }
    }

    /// Restarts the servers, which breaks open streams.
    package func restartServers() async throws {
        for server in servers {
            try await server.restart()
            for client in clients where client.server === server { client.loseStream() }
        }
    }
}
