import ServiceLifecycle
import ShelfEngine
import ShelfModel

/// Asks each second which content version is to be in force, for as long as the server runs.
struct ContentService: Service {
    let versions: ContentVersions
    let timeline: Timeline

    private static let every = TimeSpan.seconds(1)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try await timeline.sleep(until: timeline.earliest + Self.every)
                await versions.follow()
            }
        }
    }
}
