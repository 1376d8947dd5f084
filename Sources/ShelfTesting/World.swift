import ShelfModel

/// A server and its clients in one virtual time: things happen in the order of their instants, and nothing waits.
package final class World {
    private struct Happening {
        let atUs: Int64
        let number: Int
        let body: () async throws -> Void
    }

    package let server: VirtualServer
    package private(set) var clients: [VirtualClient] = []
    private var happenings: [Happening] = []
    private var count = 0

    package init(server: VirtualServer) {
        self.server = server
    }

    package var nowUs: Int64 { server.time.nowUs }

    package func add(_ client: VirtualClient) async throws {
        clients.append(client)
        try await client.begin()
    }

    /// Lets something happen in so many microseconds.
    func later(_ delayUs: Int64, _ body: @escaping () async throws -> Void) {
        count += 1
        let happening = Happening(atUs: nowUs + max(0, delayUs), number: count, body: body)
        let index = happenings.partitioningIndex { ($0.atUs, $0.number) > (happening.atUs, happening.number) }
        happenings.insert(happening, at: index)
    }

    /// Lets everything happen that is due up to `us`.
    package func run(untilUs us: Int64) async throws {
        while true {
            let nextUs = happenings.first?.atUs ?? .max
            if server.nextEventUs <= min(nextUs, us) {
                let pushed = await server.step()
                for client in clients { await client.hear(pushed[client.store, default: 0]) }
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

    /// A new process in the server's place; open streams break.
    package func restartServer() async throws {
        try await server.restart()
        for client in clients { client.loseStream() }
    }
}
