import NIOCore
import NIOPosix
package import ShelfConfiguration

/// Looks whether a server can listen where its settings say, before it begins what takes long.
package enum FreePorts {
    /// - Throws: ``ListenError``.
    package static func check(_ settings: Settings) async throws {
        try await check(.server, settings.server.host, settings.server.port)
        if let desk = settings.desk, !settings.admins.isEmpty { try await check(.desk, desk.host, desk.port) }
    }

    private static func check(_ listener: ListenError.Listener, _ host: String, _ port: Int) async throws {
        guard port != 0 else { return }
        try await ListenError.explaining(listener, host: host, port: port) {
            // Nobody is accepted here: that client would wait for an answer that nobody gives. The close resets the
            // connections that have arrived.
            try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelOption(.autoRead, value: false)
                .bind(host: host, port: port).get().close()
        }
    }
}
