import ShelfClient
import ShelfInvitations
import Testing

/// What a player hears of, over streams that end and break off, without waiting for real.
@Suite(.timeLimit(.minutes(5))) struct `A player's stream` {
    private let time = FakeTime()

    private func connected(
        tokenSeconds: Int = 3600, _ answers: FakeServer.Answer...
    ) -> (PlayerEvents, FakeServer) {
        let server = FakeServer(time: time, tokenSeconds: tokenSeconds, answers)
        return (PlayerEvents(of: Invitations(client: server, archive: .memory(), clock: time.local)), server)
    }

    /// The first so many, without statuses.
    private func first(_ count: Int, of events: PlayerEvents) async -> [PlayerEvents.Element] {
        var found: [PlayerEvents.Element] = []
        for await event in events {
            if case .status = event { continue }
            found.append(event)
            if found.count == count { break }
        }
        return found
    }

    /// The first so many statuses.
    private func statuses(_ count: Int, of events: PlayerEvents) async -> [EventsStatus.Connection] {
        var found: [EventsStatus.Connection] = []
        for await event in events {
            guard case .status(let status) = event else { continue }
            found.append(status.connection)
            if found.count == count { break }
        }
        return found
    }

    private func match(_ id: String, _ number: String) -> String {
        "event: match\nid: \(number)\ndata: {\"match\":\"\(id)\"}\n\n"
    }

    @Test func `goes on behind what came last, and tells nothing twice`() async {
        let (events, server) = connected(
            .stream("event: anew\nid: 1-5\ndata: {}\n\n" + match("a", "1-6")),
            .broken(match("a", "1-6") + match("b", "1-10") + "event: invitations\nid: 1-10\ndata: {}\n\n"),
            .stream("event: invitations\nid: 1-11\ndata: {}\n\n"))
        #expect(await first(4, of: events) == [.anew, .match("a"), .match("b"), .invitations])
        #expect(server.headers("Last-Event-ID") == [nil, "1-6", "1-10"])
    }

    @Test func `tells that all must be read anew, and goes on from there`() async {
        let anew = "event: anew\nid: 1-2\ndata: {}\n\n"
        let (events, server) = connected(
            .stream(match("a", "1-6")), .stream(anew + anew + match("b", "1-3")), .stream(match("c", "2-1")))
        #expect(await first(5, of: events) == [.match("a"), .anew, .anew, .match("b"), .match("c")])
        #expect(server.headers("Last-Event-ID") == [nil, "1-6", "1-3"])
    }

    @Test func `brings balances exactly, and passes over what it doesn't know`() async {
        let (events, _) = connected(
            .stream(
                """
                : a comment
                event: gift
                id: 1-1
                data: {"from":"b"}

                event: match
                data: no JSON

                event: wallet
                data: {"balance":9007199254740993,"currency":"coins"}


                """))
        #expect(await first(1, of: events) == [.wallet(currency: "coins", balance: 9_007_199_254_740_993)])
    }

    @Test func `is opened again with a fresh token when the one before is over`() async {
        let (events, server) = connected(
            tokenSeconds: 60, .stream(match("a", "1-1"), seconds: 60), .stream(match("b", "1-2")))
        #expect(await first(2, of: events) == [.match("a"), .match("b")])
        #expect(server.headers("Authorization") == ["Bearer t1", "Bearer t2"])
    }

    @Test func `is opened again after ever longer waits, of which the first is as long as the server asks`() async {
        let lost = Array(repeating: FakeServer.Answer.lost, count: 9)
        let server = FakeServer(time: time, [.stream("retry: 3000\n\n")] + lost + [.stream(match("a", "1-1"))])
        let events = PlayerEvents(of: Invitations(client: server, archive: .memory(), clock: time.local))
        #expect(await first(1, of: events) == [.match("a")])
        let waits = time.waits
        #expect(waits.count == 10)
        #expect(waits[0] > 3_000_000 && waits[1] < 2_000_000)
        #expect(waits[2] > waits[1] && waits[4] > waits[2] && waits[6] > waits[4])
        #expect(waits.allSatisfy { $0 <= 37_500_000 })
    }

    @Test func `isn't held against a stream that has stood that others were lost before`() async {
        let (events, _) = connected(
            .lost, .lost, .lost, .lost, .stream("", seconds: 60), .stream(match("a", "1-1")))
        #expect(await first(1, of: events) == [.match("a")])
        #expect(time.waits.count == 5 && time.waits[4] < 700_000)
    }

    @Test func `says how it stands`() async {
        let (events, _) = connected(.lost, .lost, .stream(""), .lost)
        #expect(await statuses(5, of: events) == [.connecting, .connecting, .offline, .live, .connecting])
    }

    @Test func `ends with the task that reads it`() async {
        let (events, server) = connected(.stream(match("a", "1-1")))
        let (told, tell) = AsyncStream.makeStream(of: PlayerEvents.Element.self)
        let reading = Task {
            for await event in events { tell.yield(event) }
            tell.finish()
        }
        for await event in told where event == .match("a") { break }
        reading.cancel()
        await reading.value
        #expect((1...2).contains(server.calls.count))
    }
}
