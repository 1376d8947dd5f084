import NIOCore
import ShelfModel

/// The lane as one event loop has it: what it has answered this second it shares with nobody.
final class LoopLane {
    /// What became of a request.
    enum Outcome {
        /// The answer is written, though not flushed.
        case answered
        /// It wants to be sent a store's keys as they are released.
        case stream(store: String)
        /// The answer isn't ready here.
        case unknown
    }

    /// What an answer depends on besides its path.
    private struct Moment: Equatable {
        let second: Int64
        let earliestSecond: Int64
    }

    private struct Kept {
        let path: [UInt8]
        let answer: LaneAnswer
        /// Of what was published when it was last looked at.
        let version: Int
    }

    private let lane: Lane
    private let time: TimeReply
    private let tally: LoopTally
    private var moment: Moment?
    private var kept: [Int: Kept] = [:]
    private var keptBytes = 0

    private static let keptAtMost = 4096
    /// With a thousand stores, the windows of all of them would fill the memory of each event loop.
    private static let keptBytesAtMost = 33_554_432

    init(_ lane: Lane, tally: LoopTally) {
        self.lane = lane
        self.tally = tally
        time = TimeReply(timeline: lane.timeline)
    }

    /// - Parameter nowUs: when the request was read.
    func answer(_ request: LaneRequest, nowUs: Int64, to context: ChannelHandlerContext) -> Outcome {
        if TimeReply.isAsked(by: request.path) {
            context.write(
                NIOAny(IOData.byteBuffer(time.bytes(isHead: request.isHead, receivedUs: nowUs))), promise: nil)
            tally.count(.time)
            return .answered
        }
        guard let answer = answer(to: request.path, nowUs: nowUs) else { return stream(request) }
        let form = answer.form(isHead: request.isHead, knowing: request.knownTag)
        answer.write(form, to: context)
        tally.count(answer.route, isNotModified: form == .notModified)
        return .answered
    }

    /// The first words on a store's key stream.
    func greeting(_ store: String, lastEvent: String?) -> ByteBuffer? { lane.greeting(store, lastEvent: lastEvent) }

    private func answer(to path: UnsafeRawBufferPointer, nowUs: Int64) -> LaneAnswer? {
        let earliest = lane.timeline.earliest(atUs: nowUs)
        enter(Moment(second: nowUs / 1_000_000, earliestSecond: earliest.milliseconds / 1000))
        let (name, version) = (Self.hash(path), lane.version)
        let found = kept[name].flatMap { $0.path.withUnsafeBytes(path.isSame) ? $0 : nil }
        if let found, found.version == version { return found.answer }
        guard let known = LanePath(path), let ready = lane.reply(to: known, earliest: earliest) else { return nil }
        // With many stores, what is published is another's for the most part.
        let still = found.flatMap { $0.answer.ready.isSame(as: ready) ? $0.answer : nil }
        let made = still ?? LaneAnswer(ready, route: known.route, second: nowUs / 1_000_000)
        keep(Kept(path: Array(path), answer: made, version: version), as: name)
        return made
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
        guard !request.isHead, case .keys(let store)? = LanePath(request.path), lane.has(store) else { return .unknown }
        tally.count(.keys)
        return .stream(store: store)
    }

    /// Seeded anew in each process, so that nobody can make up paths that fall together.
    private static func hash(_ path: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: path)
        return hasher.finalize()
    }
}
