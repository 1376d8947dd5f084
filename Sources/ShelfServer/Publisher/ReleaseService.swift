import NIOCore
import NIOPosix
import ServiceLifecycle
import ShelfModel

/// Wakes the releaser whenever a key is due, keeps quiet streams open, and ends them when the server stops.
///
/// It runs on a thread of its own: whatever else the server does, and however
/// long a disk takes, a key is released at its moment.
struct ReleaseService: Service {
    let releaser: KeyReleaser
    let streams: KeyStreams
    let timeline: Timeline

    /// New listings are drawn at least a minute before their keys are due.
    private static let sleepAtMost = TimeSpan.seconds(15)

    func run() async throws {
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        await withTaskExecutorPreference(EventLoopTaskExecutor(threads.next())) {
            try? await cancelWhenGracefulShutdown { try await release() }
        }
        streams.finish()
        try await threads.shutdownGracefully()
    }

    private func release() async throws {
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
}
