import NIOCore
import ShelfEngine
import ShelfModel

/// A player's stream that an event loop writes. All of it happens on that loop. Between two events it holds no task.
final class PlayerStream {
    private weak var reader: (any StreamReader)?
    private let news: PlayerNews
    private let eventLoop: any EventLoop
    private let executor: EventLoopTaskExecutor
    private var told: PlayerTold
    private var watch: PlayerWatch?
    /// Whether the database is asked now, and whether something may have happened since.
    private var (isReading, hasNews) = (false, false)

    init(
        _ told: PlayerTold, reader: any StreamReader, news: PlayerNews, eventLoop: any EventLoop,
        executor: EventLoopTaskExecutor
    ) {
        (self.told, self.reader, self.news) = (told, reader, news)
        (self.eventLoop, self.executor) = (eventLoop, executor)
    }

    func begin(until end: Instant) {
        let stream = NIOLoopBound(self, eventLoop: eventLoop)
        // Before the first reading, so that nothing happens unseen in between.
        watch = news.watch(told.player, until: end) { [eventLoop] wake in
            eventLoop.execute { stream.value.woken(by: wake) }
        }
        reader?.send(Chunk.of(ByteBuffer(string: PlayerEventText.beginning())))
        woken(by: .news)
    }

    /// The reader has gone.
    func end() {
        let watch = watch
        (self.watch, reader) = (nil, nil)
        if let watch { news.end(watch) }
    }

    private func woken(by wake: PlayerWatch.Wake) {
        switch wake {
        case .news:
            hasNews = true
            read()
        case .quiet: reader?.send(Chunk.of(ByteBuffer(string: PlayerEventText.comment)))
        case .end: reader?.endStream()
        }
    }

    private func read() {
        guard hasNews, !isReading, reader != nil else { return }
        (hasNews, isReading) = (false, true)
        let stream = NIOLoopBound(self, eventLoop: eventLoop)
        Task(executorPreference: executor) { [news, told] in
            var told = told
            let notices = try? await news.read(&told)
            stream.value.hasRead(notices, told)
        }
    }

    /// - Parameter notices: `nil` when the database can't be asked. A reader that comes again is told then.
    private func hasRead(_ notices: [PlayerNotice]?, _ told: PlayerTold) {
        isReading = false
        guard let text = try? notices?.map(PlayerEventText.of).joined() else {
            reader?.endStream()
            return
        }
        self.told = told
        if !text.isEmpty { reader?.send(Chunk.of(ByteBuffer(string: text))) }
        read()
    }
}
