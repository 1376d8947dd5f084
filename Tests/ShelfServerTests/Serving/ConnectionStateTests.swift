import ShelfModel
import ShelfServer
import Testing

@Suite struct `The state of a connection` {
    private static let start: Int64 = 1_000_000_000

    private static func later(_ span: TimeSpan) -> Int64 { start + span.milliseconds * 1000 }

    @Test(arguments: [
        (ConnectionState.Phase.idle, Patience.idle, ConnectionFault.idle),
        (.head, Patience.head, .slowRequest), (.body, Patience.body, .slowRequest), (.closing, Patience.closing, .idle),
    ])
    func `is a fault once it has lasted too long, and not before`(
        phase: ConnectionState.Phase, patience: TimeSpan, fault: ConnectionFault
    ) {
        var state = ConnectionState(nowUs: 0)
        state.enter(phase, nowUs: Self.start)
        #expect(state.fault(nowUs: Self.later(patience)) == nil)
        #expect(state.fault(nowUs: Self.later(patience) + 1) == fault)
    }

    @Test(arguments: [ConnectionState.Phase.answer, .stream])
    func `may last as long as it is the server that takes its time`(phase: ConnectionState.Phase) {
        var state = ConnectionState(nowUs: 0)
        state.enter(phase, nowUs: Self.start)
        #expect(state.fault(nowUs: Self.later(.days(1))) == nil)
    }

    @Test(arguments: [ConnectionState.Phase.answer, .stream, .idle])
    func `is a fault when what is sent isn't taken`(phase: ConnectionState.Phase) {
        var state = ConnectionState(nowUs: 0)
        state.enter(phase, nowUs: Self.start)
        state.setBlocked(true, nowUs: Self.start)
        state.setBlocked(true, nowUs: Self.later(.seconds(20)))
        #expect(state.fault(nowUs: Self.later(Patience.blocked)) == nil)
        #expect(state.fault(nowUs: Self.later(Patience.blocked) + 1) == .slowReader)
        state.setBlocked(false, nowUs: Self.later(Patience.blocked))
        #expect(state.fault(nowUs: Self.later(Patience.blocked) + 1) == nil)
    }
}
