import Logging
import ServiceLifecycle

/// Shuts its service group down gracefully when `stop` returns.
struct StopService: NamedService {
    /// Returns when it is time to stop, or when its task is cancelled.
    let stop: @Sendable () async -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown { await stop() }
    }

    /// Runs a service until `stop` returns or it ends by itself.
    static func run(
        _ service: some Service, until stop: @escaping @Sendable () async -> Void, logger: Logger
    ) async throws {
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: service),
                    .init(service: StopService(stop: stop), successTerminationBehavior: .gracefullyShutdownGroup),
                ], logger: logger)
        ).run()
    }
}
