import ServiceLifecycle
import ShelfEngine
import ShelfModel

/// Wakes the publisher each minute, for as long as the server runs. A minute's windows are made by the content version
/// that is to be in force at its beginning.
struct PublisherService: NamedService {
    let engine: Engine

    private static let retry = TimeSpan.seconds(5)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let (earliest, waiting) = (engine.timeline.earliest, await engine.publisher.waitingStores)
                await engine.versions.follow()
                let allWell = await engine.publisher.publish(earliest: earliest)
                let left = await engine.publisher.waitingStores
                // While many new stores are being opened, the others get their next minute between two turns.
                if left > 0, left < waiting { continue }
                let nextMinute = earliest.floored(to: .minutes(1)) + .minutes(1)
                try await engine.timeline.sleep(until: allWell ? nextMinute : min(nextMinute, earliest + Self.retry))
            }
        }
    }
}
