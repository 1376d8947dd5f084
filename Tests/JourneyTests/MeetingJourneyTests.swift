import Foundation
import ShelfClient
import ShelfConfiguration
import ShelfInvitations
import ShelfSQLite
import ShelfTesting
import Testing

/// The SDK and the server, from the friend code to the last move.
@Suite(.timeLimit(.minutes(1))) struct `Meeting by the SDK` {
    @Test func `two players meet by code, by link and by a match before, and each hears of the other`() async throws {
        let server = try await started()
        let (ann, bob) = (player(of: server), player(of: server))
        let news = News(of: bob)
        try await news.until { $0 == .anew }

        let match = try await ann.newMatch(size: 2)
        let sent = try await ann.invite(.code(bob.friendCode()), to: match.id)
        #expect(sent.state == .sent && sent.match == match.id)
        try await news.until { $0 == .invitations }
        let received = try #require(try await bob.inbox().received.first)
        #expect(received.state == .open && received.free == 1)
        let joined = try await bob.accept(received.id)
        #expect(joined.id == match.id && joined.place == 2)
        #expect(try await ann.inbox().sent.map(\.state) == [.accepted])

        let moved = try await ann.move(match.id, version: 0, payload: Data([1, 2]))
        #expect(moved.version == 1 && moved.payload == Data([1, 2]))
        try await news.until { $0 == .match(match.id) }
        await #expect(throws: InvitationError.matchConflict) {
            try await bob.move(match.id, version: 0, payload: Data([3]))
        }
        let seen = try await bob.match(match.id)
        let answered = try await bob.move(match.id, version: seen.version, payload: Data([3]), state: .closed)
        #expect(answered.version == 2 && answered.state == .closed)
        #expect(try await ann.leave(match.id).place == nil)

        let again = try await ann.newMatch(size: 3)
        let invited = try await ann.invite(.place(2, match: match.id), to: again.id)
        let block = try await bob.block(.invitation(invited.id))
        #expect(try await bob.inbox().received.allSatisfy { $0.id != invited.id })
        await #expect(throws: InvitationError.notFound) { try await bob.accept(invited.id) }
        #expect(try await bob.blocks() == [block])
        try await bob.unblock(block.id)
        #expect(try await bob.blocks().isEmpty)

        let link = try await ann.newLink(to: again.id)
        #expect(try await bob.look(link.secret).free == 2)
        #expect(try await bob.join(link.secret).place == 2)
        try await ann.endLink(link.id)
        await #expect(throws: InvitationError.self) { try await player(of: server).join(link.secret) }
        #expect(try await ann.matches().map(\.id) == [again.id])
        news.stop()
    }

    private func started() async throws -> VirtualServer {
        var configuration = Fixtures.configuration(catalogue: Fixtures.catalogue(items: 60, price: 1))
        configuration.settings.invitations = true
        return try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(20)))
    }

    private func player(of server: VirtualServer) -> Invitations {
        Invitations(client: InProcessHTTP(server: server.client), archive: .memory(), clock: .live)
    }
}

/// What a player's stream has told, one after the other.
private final class News {
    private var events: AsyncStream<ShelfInvitations.PlayerEvent>.Iterator
    private let reading: Task<Void, Never>

    init(of player: Invitations) {
        let (events, continuation) = AsyncStream<ShelfInvitations.PlayerEvent>.makeStream()
        self.events = events.makeAsyncIterator()
        reading = Task { for await event in PlayerEvents(of: player) { continuation.yield(event) } }
    }

    func stop() { reading.cancel() }

    /// Reads up to the first event of this kind.
    func until(_ isIt: (ShelfInvitations.PlayerEvent) -> Bool) async throws {
        while true {
            let event = try #require(await events.next())
            if isIt(event) { return }
        }
    }
}
