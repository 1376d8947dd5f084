import ServiceLifecycle
package import ShelfEngine
import ShelfModel

/// Asks the database twice a second what other servers on it have changed, for as long as the server runs, so that it
/// follows them within a second.
package struct PollService: NamedService {
    private let poll: Poll
    private let timeline: Timeline

    private static let interval = TimeSpan.milliseconds(500)

    package init(poll: Poll, timeline: Timeline) {
        self.poll = poll
        self.timeline = timeline
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await poll.ask()
                try await timeline.sleep(until: timeline.earliest + Self.interval)
            }
        }
    }
}
