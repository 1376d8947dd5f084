import ServiceLifecycle
import ShelfEngine
import ShelfModel

/// Wakes the publisher each minute, for as long as the server runs.
struct PublisherService: NamedService {
    let publisher: Publisher
    let timeline: Timeline

    private static let retry = TimeSpan.seconds(5)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let earliest = timeline.earliest
                let allWell = await publisher.publish(earliest: earliest)
                let nextMinute = earliest.floored(to: .minutes(1)) + .minutes(1)
                try await timeline.sleep(until: allWell ? nextMinute : min(nextMinute, earliest + Self.retry))
            }
        }
    }
}
