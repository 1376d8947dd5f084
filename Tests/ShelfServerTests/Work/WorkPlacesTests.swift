import ShelfServer
import Testing

@Suite struct `Places for heavy work` {
    /// Places for three requests, of different tokens.
    private func taken(_ places: inout WorkPlaces) throws -> [WorkPlaces.Place] {
        let taken = [places.enter("a"), places.enter("b"), places.enter("c")].compactMap(\.self)
        try #require(taken.count == 3)
        return taken
    }

    @Test func `four are let in, two of one token, and another as soon as one leaves`() throws {
        var places = WorkPlaces()
        let tokens = ["anna", "anna", "anna", "ben", "cleo", "dora"]
        let entered = tokens.map { places.enter($0) }
        #expect(entered.map { $0 != nil } == [true, true, false, true, true, false])
        _ = places.leave(try #require(entered[0]))
        let next = places.enter("dora")
        #expect(next != nil)
    }

    @Test func `one works at a time, in the order in which they ask`() throws {
        var places = WorkPlaces()
        let taken = try taken(&places)
        let begun = [1, 2, 0].map { places.ask(taken[$0]) }
        #expect(begun == [true, false, false])
        let ended = [0, 1].map { places.endTurn(taken[$0]) }
        #expect(ended == [nil, taken[2]], "it isn't the first one's turn")
        let left = [places.leave(taken[2]), places.endTurn(taken[0])]
        #expect(left == [taken[0], nil])
        let isFree = places.ask(taken[1])
        #expect(isFree)
    }

    @Test func `one that works long lets others have their turn, but none of its own token`() throws {
        var places = WorkPlaces()
        let entered = ["a", "a", "b", "c"].map { places.enter($0) }
        let (long, own, other, last) = try (
            #require(entered[0]), #require(entered[1]), #require(entered[2]), #require(entered[3])
        )
        let begun = [long, own, other].map { places.ask($0) }
        #expect(begun == [true, false, false])
        let passed = [places.passTurn(long), places.passTurn(long)]
        #expect(passed == [other, nil], "it has no turn any more")
        let isFree = places.ask(last)
        #expect(!isFree)
        let ended = [places.endTurn(other), places.endTurn(long), places.endTurn(last)]
        #expect(ended == [last, nil, own])
    }

    @Test func `one that comes while another has worked long begins at once`() throws {
        var places = WorkPlaces()
        let taken = try taken(&places)
        _ = places.ask(taken[0])
        let next = places.passTurn(taken[0])
        let begun = [1, 2].map { places.ask(taken[$0]) }
        #expect(next == nil && begun == [true, false])
    }

    @Test func `one that gives up is passed over`() throws {
        var places = WorkPlaces()
        let taken = try taken(&places)
        for place in taken { _ = places.ask(place) }
        places.giveUp(taken[1])
        let next = places.endTurn(taken[0])
        #expect(next == taken[2])
    }
}

@Suite struct `A lane for heavy work` {
    @Test func `gives a place back when nobody holds it, and the turn with it`() async throws {
        let lane = WorkLane()
        var first = lane.enter("a")
        let second = try #require(lane.enter("a"))
        #expect(lane.enter("a") == nil)
        try await first?.turn()
        let waiting = Task { try await second.turn() }
        first = nil
        try await waiting.value
        #expect(lane.enter("a") != nil)
    }

    @Test(arguments: [true, false])
    func `lets nobody wait whose client has gone, however early that is`(isCancelled: Bool) async throws {
        let lane = WorkLane()
        let (first, second) = try (#require(lane.enter("a")), #require(lane.enter("b")))
        try await first.turn()
        let waiting = Task { try await second.turn() }
        if isCancelled { waiting.cancel() } else { second.giveUp() }
        await #expect(throws: CancellationError.self) { try await waiting.value }
        first.endTurn()
        let third = try #require(lane.enter("c"))
        try await third.turn()
    }

    @Test func `lets bodies in up to a limit of bytes, and more when some are given back`() {
        let bytes = BytesUnderWay(atMost: 100)
        var body = bytes.room(for: 60)
        #expect(body != nil && bytes.room(for: 41) == nil)
        body = nil
        let answer = bytes.add(150)
        #expect(bytes.room(for: 1) == nil, "an answer that is there counts, however long it is")
        _ = consume answer
        #expect(bytes.room(for: 100) != nil)
    }
}
