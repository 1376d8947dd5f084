import ServiceLifecycle
package import ShelfEngine
import ShelfModel

/// Looks twice a second whether something was withdrawn or changed, perhaps through another server on the database, so
/// that every connected reader hears of it within a second.
package struct NoticeService: NamedService {
    private let publisher: Publisher
    private let notices: NoticeBoard
    private let timeline: Timeline

    private static let interval = TimeSpan.milliseconds(500)

    package init(publisher: Publisher, notices: NoticeBoard, timeline: Timeline) {
        self.publisher = publisher
        self.notices = notices
        self.timeline = timeline
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let earliest = timeline.earliest
                // A database that doesn't answer is asked again. Until then the till refuses all the same.
                try? await publisher.followChanges(earliest: earliest)
                _ = try? await notices.refresh(earliest: earliest)
                try await timeline.sleep(until: timeline.earliest + Self.interval)
            }
        }
    }
}
