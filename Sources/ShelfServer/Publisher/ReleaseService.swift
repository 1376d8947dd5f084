import ServiceLifecycle
import ShelfModel

/// Wakes the releaser whenever a key is due, keeps quiet streams open, and ends them when the server stops.
struct ReleaseService: Service {
    let releaser: KeyReleaser
    let streams: KeyStreams
    let timeline: Timeline

    /// New listings are drawn at least a minute before their keys are due.
    private static let sleepAtMost = TimeSpan.seconds(15)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var nextComment = timeline.earliest + .seconds(15)
            while !Task.isCancelled {
                let earliest = timeline.earliest
                releaser.release(earliest: earliest)
                if earliest >= nextComment {
                    streams.keepAlive()
                    nextComment = earliest + .seconds(15)
                }
                let due = releaser.next(after: earliest) ?? .distantFuture
                try await timeline.sleep(until: min(due, nextComment, earliest + Self.sleepAtMost))
            }
        }
        streams.finish()
    }
}
