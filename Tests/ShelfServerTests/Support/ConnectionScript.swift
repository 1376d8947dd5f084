import ShelfServer
import Testing

/// What happens to a connection.
enum ConnectionEvent {
    case bytes, passed(bytes: Int), wantsToRead, isWritable(Bool), resumes, inputEnds, stops
    case nextRequest, answers(isLast: Bool), pauses(rest: Bool, isUnknown: Bool), turnEnds, turnBegins
    case streamBegins, streamSends, streamEnds, playerStreamAsked
    case joins, head, offered(ConnectionStateMachine.Offer), body, end, orderAnswers(isLast: Bool), routerAnswers,
        decodingFails(isAnswerBegun: Bool), outputEnds
    /// Time passes, and then somebody looks whether the connection is overdue.
    case seconds(Int64)
}

/// What the handler has to do.
enum ConnectionEffect: Hashable {
    case nothing
    /// Whatever the event asks leave for.
    case go
    case recognise, hold, pass, keep, drop, join, offer, read, readHeld, endInput, judge, stop, passOn, close, endStream
    case fault(ConnectionFault)
}

/// A connection's events and what follows from each, in a time that only the script moves.
struct ConnectionScript {
    private var machine = ConnectionStateMachine(nowUs: 0)
    private var nowUs: Int64 = 0

    init(_ steps: (ConnectionEvent, ConnectionEffect)...) { follow(steps) }

    /// What the connection is in the middle of.
    var phase: ConnectionTimer.Phase { machine.phase }

    mutating func follow(_ steps: [(ConnectionEvent, ConnectionEffect)], at location: SourceLocation = #_sourceLocation)
    {
        for (number, (event, effect)) in steps.enumerated() {
            #expect(effect == self.effect(of: event), "step \(number): \(event)", sourceLocation: location)
        }
    }

    private mutating func effect(of event: ConnectionEvent) -> ConnectionEffect {
        switch event {
        case .bytes: ConnectionEffect(machine.bytesArrived(nowUs: nowUs))
        case .passed(let bytes): ConnectionEffect(machine.passed(byteCount: bytes))
        case .wantsToRead: machine.readRequested() ? .read : .nothing
        case .isWritable(let isWritable): nothing { $0.writabilityChanged(to: isWritable, nowUs: $1) }
        case .resumes: ConnectionEffect(machine.resumed())
        case .inputEnds: ConnectionEffect(machine.inputEnded())
        case .stops: ConnectionEffect(machine.stopRequested(nowUs: nowUs))
        case .nextRequest: machine.nextRequest() ? .go : .nothing
        case .answers(let isLast): machine.answered(isLast: isLast, nowUs: nowUs) ? .go : .nothing
        case .pauses(let rest, let isUnknown):
            ConnectionEffect(machine.lanePaused(hasRest: rest, isUnknown: isUnknown))
        case .turnEnds: machine.turnEnded() ? .go : .nothing
        case .turnBegins: nothing { machine, _ in machine.turnBegan() }
        case .streamBegins: nothing { $0.streamBegan(of: "main", nowUs: $1) }
        case .playerStreamAsked: nothing { $0.playerStreamAsked(nowUs: $1) }
        case .streamSends: ConnectionEffect(machine.streamSends())
        case .streamEnds: machine.streamEnded(nowUs: nowUs) ? .go : .nothing
        case .joins: nothing { machine, _ in machine.joined() }
        case .head: ConnectionEffect(machine.headDecoded(nowUs: nowUs))
        case .offered(let offer): machine.headOffered(offer, nowUs: nowUs) ? .pass : .drop
        case .body: ConnectionEffect(machine.bodyDecoded())
        case .end: ConnectionEffect(machine.endDecoded(nowUs: nowUs))
        case .orderAnswers(let isLast): machine.orderAnswered(isLast: isLast, nowUs: nowUs) ? .go : .nothing
        case .routerAnswers: nothing { $0.routerAnswered(nowUs: $1) }
        case .decodingFails(let isBegun): machine.decodingFailed(isAnswerBegun: isBegun) ? .pass : .close
        case .outputEnds: nothing { $0.outputEnded(nowUs: $1) }
        case .seconds(let seconds): later(seconds)
        }
    }

    private mutating func nothing(_ event: (inout ConnectionStateMachine, Int64) -> Void) -> ConnectionEffect {
        event(&machine, nowUs)
        return .nothing
    }

    private mutating func later(_ seconds: Int64) -> ConnectionEffect {
        nowUs += seconds * 1_000_000
        return ConnectionEffect(machine.fault(nowUs: nowUs))
    }
}

extension ConnectionEffect {
    init(_ action: ConnectionStateMachine.BytesAction) {
        switch action {
        case .recognise: self = .recognise
        case .hold: self = .hold
        case .pass: self = .pass
        case .drop: self = .drop
        }
    }

    init(_ action: ConnectionStateMachine.ResumeAction) {
        switch action {
        case .nothing: self = .nothing
        case .readHeld: self = .readHeld
        case .endInput: self = .endInput
        case .stop: self = .stop
        case .read: self = .read
        }
    }

    init(_ action: ConnectionStateMachine.InputEndAction) {
        switch action {
        case .nothing: self = .nothing
        case .passOn: self = .passOn
        case .close: self = .close
        case .judge: self = .judge
        }
    }

    init(_ action: ConnectionStateMachine.StopAction) {
        switch action {
        case .nothing: self = .nothing
        case .passOn: self = .passOn
        case .endStream: self = .endStream
        case .close: self = .close
        }
    }

    init(_ action: ConnectionStateMachine.RestAction) {
        switch action {
        case .nothing: self = .nothing
        case .hold: self = .hold
        case .join: self = .join
        }
    }

    init(_ action: ConnectionStateMachine.SendAction) {
        switch action {
        case .write: self = .go
        case .drop: self = .drop
        case .end(let fault): self = .fault(fault)
        }
    }

    init(_ action: ConnectionStateMachine.HeadAction) {
        switch action {
        case .drop: self = .drop
        case .offer: self = .offer
        case .pass: self = .pass
        }
    }

    init(_ action: ConnectionStateMachine.PartAction) {
        switch action {
        case .pass: self = .pass
        case .keep: self = .keep
        case .drop: self = .drop
        }
    }

    init(_ fault: ConnectionFault?) { self = fault.map(Self.fault) ?? .nothing }
}
