import ShelfServer
import Testing

@Suite struct `The state machine of a connection` {
    private typealias Steps = [(ConnectionEvent, ConnectionEffect)]

    private static let answered: Steps = [
        (.bytes, .recognise), (.nextRequest, .go), (.answers(isLast: false), .nothing),
        (.pauses(rest: false, isUnknown: false), .nothing), (.turnEnds, .nothing),
    ]
    private static let joined: Steps = [
        (.bytes, .recognise), (.nextRequest, .go), (.pauses(rest: true, isUnknown: true), .join), (.bytes, .pass),
        (.turnEnds, .nothing),
    ]
    /// A request that goes to the router, its body included.
    private static let routed: Steps = [
        (.head, .offer), (.offered(.declined), .pass), (.body, .pass), (.end, .pass),
    ]
    /// An order, up to where the lane has all of it.
    private static let ordered: Steps = [
        (.head, .offer), (.offered(.ordered), .drop), (.body, .keep), (.end, .keep),
    ]
    private static let streaming: Steps = [
        (.bytes, .recognise), (.nextRequest, .go), (.streamBegins, .nothing),
        (.pauses(rest: false, isUnknown: false), .nothing), (.turnEnds, .nothing),
    ]

    private static func follow(_ steps: Steps..., at location: SourceLocation = #_sourceLocation) -> ConnectionScript {
        var script = ConnectionScript()
        script.follow(steps.flatMap(\.self), at: location)
        return script
    }

    @Test func `lets the lane answer what it recognises, request after request`() {
        _ = Self.follow(Self.answered, Self.answered, Self.answered)
    }

    /// A player's stream that was asked for, with something behind it in the same bytes.
    private static let asked: Steps = [
        (.bytes, .recognise), (.nextRequest, .go), (.playerStreamAsked, .nothing), (.nextRequest, .nothing),
        (.pauses(rest: true, isUnknown: false), .hold), (.turnEnds, .go), (.bytes, .hold), (.turnBegins, .nothing),
        (.resumes, .nothing), (.wantsToRead, .nothing),
    ]

    @Test func `holds what arrives until it knows who wants a stream, and drops it once the stream begins`() {
        _ = Self.follow(
            Self.asked,
            [
                (.streamSends, .drop), (.streamBegins, .nothing), (.resumes, .readHeld), (.bytes, .drop),
                (.resumes, .read), (.streamSends, .go), (.seconds(3600), .nothing),
            ])
    }

    @Test func `answers what arrived meanwhile when nobody is known who wants a stream`() {
        _ = Self.follow(
            Self.asked,
            [
                (.orderAnswers(isLast: false), .nothing), (.resumes, .readHeld), (.bytes, .recognise),
                (.nextRequest, .go), (.answers(isLast: false), .nothing),
                (.pauses(rest: false, isUnknown: false), .nothing), (.turnEnds, .go),
            ])
    }

    @Test func `ends a player's stream that begins after the client's end or the server's stop`() {
        _ = Self.follow(
            Self.asked,
            [
                (.inputEnds, .nothing), (.stops, .nothing), (.resumes, .nothing), (.streamBegins, .nothing),
                (.resumes, .stop), (.stops, .endStream), (.streamEnds, .go),
            ])
    }

    @Test func `lets others have their turn after 64 answers, and holds what arrives until it is its own again`() {
        let first: Steps = [(.bytes, .recognise)]
        let answers = (0..<64).flatMap { _ -> Steps in [(.nextRequest, .go), (.answers(isLast: false), .nothing)] }
        _ = Self.follow(
            first, answers,
            [
                (.nextRequest, .nothing), (.pauses(rest: true, isUnknown: false), .hold), (.turnEnds, .go),
                (.bytes, .hold), (.wantsToRead, .nothing), (.resumes, .nothing),
                (.turnBegins, .nothing), (.resumes, .readHeld), (.bytes, .recognise), (.nextRequest, .go),
                (.answers(isLast: false), .nothing), (.pauses(rest: false, isUnknown: false), .nothing),
                (.turnEnds, .go), (.turnBegins, .nothing), (.resumes, .read), (.resumes, .nothing),
            ])
    }

    @Test func `holds what arrives while it answers`() {
        _ = Self.follow([
            (.bytes, .recognise), (.nextRequest, .go), (.bytes, .hold), (.answers(isLast: false), .nothing),
            (.pauses(rest: false, isUnknown: false), .nothing), (.turnEnds, .go), (.turnBegins, .nothing),
            (.resumes, .readHeld), (.bytes, .recognise),
        ])
    }

    @Test func `answers and reads nothing while its answers aren't taken, and goes on when they are`() {
        _ = Self.follow([
            (.bytes, .recognise), (.nextRequest, .go), (.answers(isLast: false), .nothing),
            (.isWritable(false), .nothing), (.nextRequest, .nothing), (.pauses(rest: true, isUnknown: false), .hold),
            (.turnEnds, .nothing), (.wantsToRead, .nothing), (.bytes, .hold), (.resumes, .nothing),
            (.isWritable(true), .nothing), (.resumes, .readHeld), (.bytes, .recognise), (.nextRequest, .go),
            (.answers(isLast: false), .nothing), (.pauses(rest: false, isUnknown: false), .nothing), (.turnEnds, .go),
            (.turnBegins, .nothing), (.resumes, .read), (.wantsToRead, .read),
        ])
    }

    @Test func `reads nothing from a client that doesn't take its answers, also when it holds nothing`() {
        _ = Self.follow(
            Self.joined,
            [
                (.wantsToRead, .read), (.isWritable(false), .nothing), (.wantsToRead, .nothing), (.resumes, .nothing),
                (.isWritable(true), .nothing), (.resumes, .read), (.resumes, .nothing), (.wantsToRead, .read),
            ])
    }

    @Test func `gives the decoder everything from the first request on that the lane doesn't know`() {
        _ = Self.follow(Self.answered, Self.joined, [(.bytes, .pass), (.bytes, .pass)])
    }

    @Test func `gives the decoder what was held behind that request too`() {
        _ = Self.follow([
            (.bytes, .recognise), (.nextRequest, .go), (.bytes, .hold), (.pauses(rest: true, isUnknown: true), .join),
            (.bytes, .pass), (.turnEnds, .nothing), (.resumes, .nothing), (.wantsToRead, .read),
        ])
    }

    @Test func `ends its output behind a last answer and reads nothing that follows`() {
        _ = Self.follow([
            (.bytes, .recognise), (.nextRequest, .go), (.answers(isLast: true), .go), (.nextRequest, .nothing),
            (.pauses(rest: true, isUnknown: false), .nothing), (.turnEnds, .nothing), (.bytes, .drop),
            (.inputEnds, .close),
        ])
    }

    @Test func `closes when the client has nothing more to say, though not before it has all answers`() {
        _ = Self.follow(Self.answered, [(.inputEnds, .close), (.bytes, .drop)])
        _ = Self.follow([
            (.bytes, .recognise), (.nextRequest, .go), (.inputEnds, .nothing), (.answers(isLast: false), .nothing),
            (.pauses(rest: false, isUnknown: false), .nothing), (.turnEnds, .go), (.turnBegins, .nothing),
            (.resumes, .endInput), (.inputEnds, .close), (.resumes, .nothing),
        ])
        _ = Self.follow([
            (.isWritable(false), .nothing), (.bytes, .recognise), (.pauses(rest: true, isUnknown: false), .hold),
            (.turnEnds, .nothing), (.inputEnds, .nothing), (.resumes, .nothing), (.isWritable(true), .nothing),
            (.resumes, .readHeld), (.bytes, .recognise), (.nextRequest, .go), (.answers(isLast: false), .nothing),
            (.pauses(rest: false, isUnknown: false), .nothing), (.turnEnds, .go), (.turnBegins, .nothing),
            (.resumes, .endInput), (.inputEnds, .close),
        ])
    }

    @Test func `leaves the end of the input to the router, once that reads, and hears none behind a stream`() {
        _ = Self.follow(Self.joined, [(.inputEnds, .passOn)])
        _ = Self.follow(Self.streaming, [(.inputEnds, .nothing), (.streamSends, .go)])
    }

    @Test func `closes when the server stops, ends a stream, and leaves the rest to the router`() {
        _ = Self.follow(Self.answered, [(.stops, .close), (.bytes, .drop)])
        _ = Self.follow(Self.joined, [(.stops, .passOn), (.bytes, .pass)])
        _ = Self.follow(Self.streaming, [(.stops, .endStream), (.streamEnds, .go), (.stops, .close)])
    }

    @Test func `waits three seconds for a client once the server stops, and for its own answer as long as it takes`() {
        _ = Self.follow(
            Self.joined,
            [
                (.bytes, .pass), (.head, .offer), (.offered(.declined), .pass), (.seconds(9), .nothing),
                (.stops, .passOn), (.seconds(3), .nothing), (.body, .pass), (.seconds(1), .fault(.slowRequest)),
            ])
        _ = Self.follow(
            Self.joined,
            [
                (.bytes, .pass), (.head, .offer), (.offered(.declined), .pass), (.stops, .passOn),
                (.end, .pass), (.seconds(3600), .nothing), (.isWritable(false), .nothing), (.seconds(3), .nothing),
                (.seconds(1), .fault(.slowReader)),
            ])
        _ = Self.follow(
            Self.answered,
            [
                (.isWritable(false), .nothing), (.stops, .close), (.seconds(3), .nothing),
                (.seconds(1), .fault(.slowReader)),
            ])
        _ = Self.follow(Self.answered, [(.stops, .close), (.seconds(3), .nothing), (.seconds(1), .fault(.idle))])
    }

    @Test func `sends keys while a stream lasts, and none to a client that doesn't take them`() {
        _ = Self.follow(
            Self.streaming,
            [
                (.streamSends, .go), (.bytes, .drop), (.isWritable(false), .nothing),
                (.streamSends, .fault(.slowReader)),
            ])
        _ = Self.follow(
            Self.streaming, [(.streamEnds, .go), (.streamSends, .drop), (.streamEnds, .nothing), (.bytes, .drop)])
        _ = Self.follow(Self.answered, [(.streamSends, .drop), (.streamEnds, .nothing)])
    }

    @Test func `lets the lane answer what was decoded, and nothing of it goes to the router`() {
        let answered: Steps = [
            (.head, .offer), (.answers(isLast: false), .nothing), (.offered(.answered), .drop),
        ]
        _ = Self.follow(Self.joined, answered, [(.body, .drop), (.end, .drop)], Self.routed)
    }

    @Test func `closes when what arrives is no HTTP behind an answer that has begun, and else has it answered`() {
        let offered: Steps = [(.head, .offer), (.answers(isLast: false), .nothing), (.offered(.answered), .drop)]
        let passed: Steps = [(.head, .offer), (.offered(.declined), .pass)]
        _ = Self.follow(Self.joined, offered, [(.decodingFails(isAnswerBegun: true), .close), (.bytes, .drop)])
        _ = Self.follow(
            Self.joined, passed, [(.routerAnswers, .nothing), (.decodingFails(isAnswerBegun: true), .close)])
        _ = Self.follow(Self.joined, passed, [(.body, .pass), (.decodingFails(isAnswerBegun: true), .close)])
        _ = Self.follow(Self.joined, passed, [(.body, .pass), (.decodingFails(isAnswerBegun: false), .pass)])
        _ = Self.follow(Self.joined, offered, [(.end, .drop), (.decodingFails(isAnswerBegun: true), .pass)])
        _ = Self.follow(Self.joined, [(.decodingFails(isAnswerBegun: true), .pass)])
    }

    @Test func `lets the lane answer nothing while the router owes an answer`() {
        _ = Self.follow(
            Self.joined, Self.routed,
            [
                (.head, .pass), (.end, .pass), (.routerAnswers, .nothing), (.head, .pass), (.end, .pass),
                (.routerAnswers, .nothing), (.routerAnswers, .nothing), (.head, .offer),
            ])
    }

    @Test func `asks the lane still when the router has answered what was no request`() {
        _ = Self.follow(Self.joined, [(.routerAnswers, .nothing), (.head, .offer)])
    }

    @Test func `lets the router wait for a client that doesn't take its answers`() {
        _ = Self.follow(Self.joined, [(.isWritable(false), .nothing), (.head, .pass), (.body, .pass), (.end, .pass)])
    }

    @Test func `answers nothing that was decoded behind a stream or a last answer`() {
        let dropped: Steps = [(.head, .drop), (.body, .drop), (.end, .drop)]
        _ = Self.follow(
            Self.joined, [(.head, .offer), (.streamBegins, .nothing), (.offered(.answered), .drop)], dropped)
        _ = Self.follow(
            Self.joined, [(.head, .offer), (.answers(isLast: true), .go), (.offered(.answered), .drop)], dropped)
    }

    @Test func `holds all that comes behind an order until it is answered`() {
        _ = Self.follow(
            Self.joined, Self.ordered,
            [
                (.bytes, .hold), (.wantsToRead, .nothing), (.bytes, .hold), (.inputEnds, .nothing),
                (.resumes, .nothing), (.orderAnswers(isLast: false), .nothing), (.resumes, .readHeld),
                (.bytes, .pass), (.resumes, .endInput), (.inputEnds, .passOn), (.resumes, .read),
            ])
        _ = Self.follow(Self.joined, Self.ordered, [(.orderAnswers(isLast: false), .nothing)], Self.ordered)
        _ = Self.follow(Self.joined, Self.ordered, [(.orderAnswers(isLast: false), .nothing)], Self.routed)
    }

    @Test func `reads nothing behind an order that is the client's last request`() {
        _ = Self.follow(
            Self.joined, Self.ordered,
            [
                (.bytes, .hold), (.orderAnswers(isLast: true), .go), (.resumes, .readHeld), (.bytes, .drop),
                (.head, .drop), (.body, .drop), (.end, .drop),
            ])
    }

    @Test func `answers an order before it stops, and before the connection ends`() {
        let arriving: Steps = [(.bytes, .pass), (.head, .offer), (.offered(.ordered), .drop), (.body, .keep)]
        _ = Self.follow(
            Self.joined, arriving,
            [
                (.stops, .nothing), (.seconds(3), .nothing), (.end, .keep), (.seconds(3600), .nothing),
                (.resumes, .nothing), (.orderAnswers(isLast: false), .nothing), (.resumes, .stop), (.stops, .passOn),
            ])
        _ = Self.follow(
            Self.joined, arriving,
            [
                (.inputEnds, .judge), (.resumes, .nothing), (.orderAnswers(isLast: false), .nothing),
                (.resumes, .endInput), (.inputEnds, .close),
            ])
        _ = Self.follow(Self.joined, arriving, [(.stops, .nothing), (.seconds(4), .fault(.slowRequest))])
        _ = Self.follow(
            Self.joined, arriving,
            [
                (.inputEnds, .judge), (.stops, .nothing), (.orderAnswers(isLast: false), .nothing), (.resumes, .stop),
                (.stops, .close),
            ])
        let next: Steps = [(.orderAnswers(isLast: false), .nothing), (.head, .offer), (.offered(.ordered), .drop)]
        _ = Self.follow(Self.joined, Self.ordered, [(.stops, .nothing)], next, [(.resumes, .nothing)])
        _ = Self.follow(
            Self.joined, Self.ordered, [(.stops, .nothing)], next,
            [
                (.body, .keep), (.end, .keep), (.resumes, .nothing), (.orderAnswers(isLast: false), .nothing),
                (.resumes, .stop),
            ])
    }

    @Test func `knows what it is in the middle of`() {
        var script = Self.follow(Self.answered)
        let rows: [(ConnectionEvent, ConnectionEffect, ConnectionTimer.Phase)] = [
            (.joins, .nothing, .idle), (.bytes, .pass, .head), (.head, .offer, .head),
            (.offered(.declined), .pass, .body), (.body, .pass, .body), (.end, .pass, .answer),
            (.head, .pass, .body), (.routerAnswers, .nothing, .body), (.end, .pass, .answer),
            (.routerAnswers, .nothing, .idle), (.bytes, .pass, .head), (.head, .offer, .head),
            (.answers(isLast: false), .nothing, .idle), (.offered(.answered), .drop, .idle),
            (.end, .drop, .idle), (.head, .offer, .idle), (.streamBegins, .nothing, .stream),
            (.streamEnds, .go, .idle), (.outputEnds, .nothing, .closing), (.routerAnswers, .nothing, .closing),
        ]
        for (event, effect, phase) in rows {
            script.follow([(event, effect)])
            #expect(script.phase == phase, "after \(event)")
        }
    }

    @Test func `isn't given more time by bytes that arrive`() {
        _ = Self.follow(
            Self.joined, [(.seconds(9), .nothing), (.bytes, .pass), (.seconds(2), .fault(.slowRequest))])
        _ = Self.follow(
            Self.joined,
            [
                (.head, .offer), (.offered(.declined), .pass), (.seconds(19), .nothing), (.bytes, .pass),
                (.body, .pass), (.seconds(2), .fault(.slowRequest)),
            ])
        _ = Self.follow(
            Self.joined,
            [
                (.head, .offer), (.offered(.declined), .pass), (.seconds(19), .nothing),
                (.routerAnswers, .nothing), (.seconds(2), .fault(.slowRequest)),
            ])
        _ = Self.follow(Self.answered, [(.seconds(75), .nothing), (.seconds(1), .fault(.idle))])
    }

    @Test func `begins to be idle when its last answer has been taken`() {
        _ = Self.follow(
            Self.answered,
            [
                (.seconds(10), .nothing), (.isWritable(false), .nothing), (.seconds(19), .nothing),
                (.isWritable(true), .nothing), (.seconds(75), .nothing), (.seconds(1), .fault(.idle)),
            ])
    }

    @Test func `is closed for good: an answer that the router still writes doesn't prolong it`() {
        _ = Self.follow(
            Self.joined, Self.routed,
            [
                (.outputEnds, .nothing), (.seconds(4), .nothing), (.routerAnswers, .nothing), (.bytes, .pass),
                (.seconds(2), .fault(.idle)),
            ])
    }

    @Test func `ends a head beyond 16 KiB and a body beyond 1 MiB, each counted from its own beginning`() {
        _ = Self.follow(
            Self.joined,
            [(.passed(bytes: 16_384), .nothing), (.bytes, .pass), (.passed(bytes: 1), .fault(.hugeRequest))])
        _ = Self.follow(
            Self.joined,
            [
                (.passed(bytes: 16_384), .nothing), (.head, .offer), (.offered(.declined), .pass),
                (.passed(bytes: 1_048_576), .nothing), (.passed(bytes: 1), .fault(.hugeRequest)),
            ])
        _ = Self.follow(Self.joined, Self.routed, [(.passed(bytes: 10_000_000), .nothing)])
    }

    @Test func `lets a body be as long as its request may have it, and the next one no longer than others`() {
        var machine = ConnectionStateMachine(nowUs: 0)
        machine.joined()
        for (limit, fault) in [(2_000_000, nil), (1_048_576, .hugeRequest)] as [(Int, ConnectionFault?)] {
            _ = machine.bytesArrived(nowUs: 0)
            _ = machine.headDecoded(nowUs: 0)
            _ = machine.headOffered(.declined, nowUs: 0, bodyAtMost: limit)
            #expect(machine.passed(byteCount: 1_048_577) == fault)
            _ = machine.endDecoded(nowUs: 0)
            machine.routerAnswered(nowUs: 0)
        }
    }
}
