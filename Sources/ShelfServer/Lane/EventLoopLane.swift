import NIOCore
import ShelfEngine
import ShelfModel
import ShelfWire

/// One event loop's part of the fast lane. It has its own cache of the current second's answers, so that event loops
/// share nothing.
final class EventLoopLane {
    /// What became of a request.
    enum Outcome {
        /// The answer is written, though not flushed.
        case answered
        /// The request is for a store's key stream.
        case stream(store: String)
        /// The request is for a player's stream, which waits until the player is known.
        case playerStream(PlayerStreams.Opening)
        /// The lane has no answer, so the router has to answer.
        case unknown
    }

    /// What an answer depends on besides its path.
    private struct Moment: Equatable {
        let second: Int64
        let earliestSecond: Int64
    }

    private struct Kept {
        let path: [UInt8]
        let answer: WrittenAnswer
        /// The lane's version when it was last known that the answer is still the right one.
        let version: Int
    }

    private let lane: Lane
    private let time: WrittenTimeAnswer
    private let orderAnswers = OrderAnswerWriter()
    private let counters: EventLoopCounters
    private var moment: Moment?
    private var kept: [Int: Kept] = [:]
    private var keptBytes = 0
    /// Holds the content that was last read for one client alone. It is used again and again, since to give memory back
    /// and get it anew takes as long as to read a picture.
    private var passing = ByteBuffer()

    private static let keptAtMost = 4096
    /// Limits the cache, because with a thousand stores all their windows would fill the memory of every event loop.
    private static let keptBytesAtMost = 33_554_432

    init(_ lane: Lane, counters: EventLoopCounters) {
        self.lane = lane
        self.counters = counters
        time = WrittenTimeAnswer(timeline: lane.timeline)
    }

    /// - Parameter nowUs: when the request was read.
    func answer(_ request: LaneRequest, nowUs: Int64, to context: ChannelHandlerContext) -> Outcome {
        if time.isAsked(by: request.path) {
            write(time.bytes(isHead: request.isHead, receivedUs: nowUs), isLast: request.isLast, to: context)
            counters.count(.time)
            return .answered
        }
        guard let (answer, wasReady) = answer(to: request.path, nowUs: nowUs) else { return stream(request) }
        let form = answer.form(isHead: request.isHead, knowing: request.knownTag)
        answer.write(form, isLast: request.isLast, to: context)
        counters.count(answer.route, isNotModified: form == .notModified)
        if !wasReady, let timed = answer.timed {
            counters.durations.count(timed, us: lane.timeline.nowUs() - nowUs)
        }
        return .answered
    }

    /// Judges orders. Each one waits for the till, so call it from a task.
    var purchases: LanePurchases { lane.purchases }

    /// Opens player's streams. Each one waits until its player is known, so call it from a task.
    var playerStreams: PlayerStreams? { lane.playerStreams }

    /// Counts a player's stream that has begun.
    func countPlayerStream() { counters.count(.playerEvents) }

    /// Writes why a request was refused; it isn't flushed.
    func refuse(_ problem: Problem, isLast: Bool, nowUs: Int64, to context: ChannelHandlerContext) {
        write(OrderAnswerWriter.refusal(problem, second: nowUs / 1_000_000), isLast: isLast, to: context)
    }

    /// Writes the answer to an order; it isn't flushed.
    func answer(_ outcome: LanePurchases.Outcome, isLast: Bool, nowUs: Int64, to context: ChannelHandlerContext) {
        write(orderAnswers.bytes(outcome, second: nowUs / 1_000_000), isLast: isLast, to: context)
    }

    private func write(_ answer: ByteBuffer, isLast: Bool, to context: ChannelHandlerContext) {
        context.write(NIOAny(IOData.byteBuffer(isLast ? AnswerHead.closing(answer) : answer)), promise: nil)
    }

    /// Counts an order, whether its client is still there or not.
    ///
    /// - Parameter us: how long it took, in microseconds.
    func count(_ outcome: LanePurchases.Outcome, us: Int64) {
        if case .confirmed = outcome { counters.count(.purchase) }
        counters.durations.count(.orders, us: us)
    }

    /// The beginning of a store's key stream.
    func firstEvents(_ store: String, lastEvent: String?) -> ByteBuffer? {
        lane.firstEvents(store, lastEvent: lastEvent)
    }

    private func answer(
        to path: UnsafeRawBufferPointer, nowUs: Int64
    ) -> (answer: WrittenAnswer, wasReady: Bool)? {
        let earliest = lane.timeline.earliest(atUs: nowUs)
        enter(Moment(second: nowUs / 1_000_000, earliestSecond: earliest.milliseconds / 1000))
        let (name, version) = (Self.hash(path), lane.version)
        let found = kept[name].flatMap { $0.path.withUnsafeBytes(path.isSame) ? $0 : nil }
        if let found, found.version == version { return (found.answer, true) }
        guard let target = RequestTarget(path: path), let answer = lane.answer(to: target, earliest: earliest) else {
            return nil
        }
        guard answer.isKept else {
            passing.clear()
            answer.content.write(to: &passing)
            let second = nowUs / 1_000_000
            return (WrittenAnswer(answer, content: passing, route: target.route, second: second), false)
        }
        // The version changes when any store publishes. With many stores it was usually another one, so the written
        // answer can often be reused.
        let same = found.flatMap { $0.answer.answer.isSame(as: answer) ? $0.answer : nil }
        let written = same ?? WrittenAnswer(answer, route: target.route, second: nowUs / 1_000_000)
        keep(Kept(path: Array(path), answer: written, version: version), as: name)
        return (written, false)
    }

    private func keep(_ new: Kept, as name: Int) {
        keptBytes += new.answer.size - (kept[name]?.answer.size ?? 0)
        kept[name] = new
        if kept.count > Self.keptAtMost || keptBytes > Self.keptBytesAtMost { forget() }
    }

    private func enter(_ moment: Moment) {
        guard moment != self.moment else { return }
        self.moment = moment
        forget()
    }

    private func forget() {
        kept.removeAll(keepingCapacity: true)
        keptBytes = 0
    }

    private func stream(_ request: LaneRequest) -> Outcome {
        guard !request.isHead, let target = RequestTarget(path: request.path) else { return .unknown }
        if target.route == .playerEvents, lane.playerStreams != nil, let player = request.player {
            return .playerStream(
                PlayerStreams.Opening(
                    token: BearerToken.of(String(decoding: player.authorization, as: UTF8.self)) ?? "",
                    lastEvent: request.lastEvent.map { String(decoding: $0, as: UTF8.self) },
                    forwarded: player.forwarded.map { String(decoding: $0, as: UTF8.self) }, isLast: request.isLast))
        }
        guard let store = lane.streamedStore(target) else { return .unknown }
        counters.count(.keys)
        return .stream(store: store)
    }

    /// The seed of the hash is random in each process, so that nobody can construct paths with the same hash.
    private static func hash(_ path: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: path)
        return hasher.finalize()
    }
}
