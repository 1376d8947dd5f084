import NIOCore
import NIOPosix
import ServiceLifecycle
import ShelfEngine
import ShelfModel

/// Wakes the releaser whenever a key is due, announces what has changed, keeps quiet streams open, and ends them when
/// the server stops.
///
/// It runs on its own thread, so that a key is released on time whatever else the server does and however slow the disk
/// is.
struct KeyReleaseService: NamedService {
    let releaser: KeyReleaser
    let announcer: StoreAnnouncer
    let notices: NoticeBoard
    let streams: KeyStreams
    let timeline: Timeline

    /// What has changed is announced after this time at most. New listings are drawn at least a minute before their
    /// keys are due.
    private static let sleepAtMost = TimeSpan.seconds(1)

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
            // First, so that no reader opens a card that was replaced.
            notices.tell(earliest: earliest)
            releaser.release(earliest: earliest)
            announcer.announce()
            if earliest >= nextComment {
                streams.keepAlive()
                nextComment = earliest + .seconds(15)
            }
            let due = releaser.next(after: earliest) ?? .distantFuture
            try await timeline.sleep(until: min(due, nextComment, earliest + Self.sleepAtMost))
        }
    }
}
