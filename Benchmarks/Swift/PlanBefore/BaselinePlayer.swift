import Foundation
import NIOCore

/// A player of the plan before: loads the shelf, and asks for a position at the very moment at which its item runs out,
/// by a clock that is always right.
final class BaselinePlayer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private struct Question {
        /// What is asked about; `nil` for the whole shelf.
        let change: ShelfChange?
        let dueUs: Int64
        var tries = 1
    }

    private let log: CrowdLog
    private let untilMs: Int64
    private var answers = AnswerBuffer()
    /// The first of them is on its way.
    private var questions: [Question] = []

    private static let triesAtMost = 3

    /// - Parameter untilMs: the instant from which on it asks no more.
    init(log: CrowdLog, untilMs: Int64) {
        (self.log, self.untilMs) = (log, untilMs)
    }

    func channelActive(context: ChannelHandlerContext) {
        ask(Question(change: nil, dueUs: TrueTime.nowUs()), context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let nowUs = TrueTime.nowUs()
        answers.add(unwrapInboundIn(data))
        guard let answer = answers.next(), !questions.isEmpty else { return }
        let question = questions.removeFirst()
        log.tally.answer(afterUs: nowUs - question.dueUs)
        if let change = question.change {
            take(answer, to: question, about: change, atUs: nowUs, context)
        } else {
            takeShelf(answer, context)
        }
        if let next = questions.first { send(next, context) }
    }

    func channelInactive(context: ChannelHandlerContext) { log.tally.fail("lost connection") }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func takeShelf(_ answer: (status: Int, body: ByteBuffer), _ context: ChannelHandlerContext) {
        guard answer.status == 200,
            let shelf = try? JSONDecoder().decode([UpcomingItem].self, from: Data(answer.body.readableBytesView))
        else { return log.tally.fail("shelf: status \(answer.status)") }
        for row in shelf { expect(ShelfChange(position: row.position, atMs: row.endsMs), context) }
        log.tally.load()
    }

    private func take(
        _ answer: (status: Int, body: ByteBuffer), to question: Question, about change: ShelfChange, atUs: Int64,
        _ context: ChannelHandlerContext
    ) {
        if answer.status == 200, let endsMs = UpcomingItem.endsMs(in: answer.body), endsMs > change.atMs {
            log.tally.see(change, atUs: atUs)
            return expect(ShelfChange(position: change.position, atMs: endsMs), context)
        }
        log.tally.fail(answer.status == 200 ? "old item" : "position: status \(answer.status)")
        guard question.tries < Self.triesAtMost else { return }
        var again = question
        again.tries += 1
        questions.insert(again, at: 0)
    }

    private func expect(_ change: ShelfChange, _ context: ChannelHandlerContext) {
        guard change.atMs < untilMs else { return }
        let question = Question(change: change, dueUs: change.atMs * 1000)
        context.eventLoop.assumeIsolated().scheduleTask(in: .microseconds(question.dueUs - TrueTime.nowUs())) {
            self.ask(question, context)
        }
    }

    private func ask(_ question: Question, _ context: ChannelHandlerContext) {
        questions.append(question)
        if questions.count == 1 { send(question, context) }
    }

    private func send(_ question: Question, _ context: ChannelHandlerContext) {
        let path = question.change.map { "/positions/\($0.position)" } ?? "/shelf"
        log.tally.send(question.change == nil ? "shelf" : "position")
        let request = ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
    }
}
