import ShelfModel
import ShelfServer
import Testing

@Suite struct `The timer of a connection` {
    private static let start: Int64 = 1_000_000_000

    private static func later(_ span: TimeSpan) -> Int64 { start + span.milliseconds * 1000 }

    @Test(arguments: [
        (ConnectionTimer.Phase.idle, ConnectionTimeouts.idle, ConnectionFault.idle),
        (.head, ConnectionTimeouts.head, .slowRequest), (.body, ConnectionTimeouts.body, .slowRequest),
        (.closing, ConnectionTimeouts.closing, .idle),
    ])
    func `is a fault once it has lasted too long, and not before`(
        phase: ConnectionTimer.Phase, limit: TimeSpan, fault: ConnectionFault
    ) {
        var timer = ConnectionTimer(nowUs: 0)
        timer.enter(phase, nowUs: Self.start)
        #expect(timer.fault(nowUs: Self.later(limit)) == nil)
        #expect(timer.fault(nowUs: Self.later(limit) + 1) == fault)
    }

    @Test(arguments: [ConnectionTimer.Phase.answer, .stream])
    func `may last as long as it is the server that takes its time`(phase: ConnectionTimer.Phase) {
        var timer = ConnectionTimer(nowUs: 0)
        timer.enter(phase, nowUs: Self.start)
        #expect(timer.fault(nowUs: Self.later(.days(1))) == nil)
    }

    @Test(arguments: [
        (ConnectionTimer.Phase.idle, ConnectionFault.idle), (.head, .slowRequest), (.body, .slowRequest),
        (.closing, .idle),
    ])
    func `has three seconds from the server's stop, whether it began before or after`(
        phase: ConnectionTimer.Phase, fault: ConnectionFault
    ) {
        for begun in [TimeSpan.seconds(-1), .seconds(2)] {
            var timer = ConnectionTimer(nowUs: 0)
            timer.enter(phase, nowUs: Self.later(begun))
            timer.stop(nowUs: Self.start)
            timer.stop(nowUs: Self.later(.seconds(1)))
            let end = max(begun, .zero) + .seconds(3)
            #expect(timer.fault(nowUs: Self.later(end)) == nil)
            #expect(timer.fault(nowUs: Self.later(end) + 1) == fault)
        }
    }

    @Test func `has three seconds from the server's stop to take what is sent`() {
        var timer = ConnectionTimer(nowUs: 0)
        timer.enter(.answer, nowUs: Self.start)
        timer.setWritable(false, nowUs: Self.start)
        timer.stop(nowUs: Self.later(.seconds(15)))
        #expect(timer.fault(nowUs: Self.later(.seconds(18))) == nil)
        #expect(timer.fault(nowUs: Self.later(.seconds(18)) + 1) == .slowReader)
        timer.setWritable(true, nowUs: Self.later(.seconds(18)))
        #expect(timer.fault(nowUs: Self.later(.days(1))) == nil, "the server owes the answer")
    }

    @Test(arguments: [ConnectionTimer.Phase.answer, .stream, .idle])
    func `is a fault when what is sent isn't taken`(phase: ConnectionTimer.Phase) {
        var timer = ConnectionTimer(nowUs: 0)
        timer.enter(phase, nowUs: Self.start)
        timer.setWritable(false, nowUs: Self.start)
        timer.setWritable(false, nowUs: Self.later(.seconds(20)))
        #expect(timer.fault(nowUs: Self.later(ConnectionTimeouts.blocked)) == nil)
        #expect(timer.fault(nowUs: Self.later(ConnectionTimeouts.blocked) + 1) == .slowReader)
        timer.setWritable(true, nowUs: Self.later(ConnectionTimeouts.blocked))
        #expect(timer.fault(nowUs: Self.later(ConnectionTimeouts.blocked) + 1) == nil)
    }
}
