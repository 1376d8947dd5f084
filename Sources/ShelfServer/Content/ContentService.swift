import ServiceLifecycle
package import ShelfEngine
import ShelfModel

/// Asks twice a second which content version is to be in force, for as long as the server runs, so that every server
/// follows another's publication within a second.
package struct ContentService: NamedService {
    private let versions: ContentVersions
    private let timeline: Timeline

    private static let interval = TimeSpan.milliseconds(500)

    package init(versions: ContentVersions, timeline: Timeline) {
        self.versions = versions
        self.timeline = timeline
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try await timeline.sleep(until: timeline.earliest + Self.interval)
                await versions.follow()
            }
        }
    }
}
