import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// One server that can be asked with its fast lane and without it.
struct LanePair {
    let server: VirtualServer

    /// - Parameter welcome: how many coins a new player is given.
    init(welcome: Int64 = 0) async throws {
        var configuration = Fixtures.configuration()
        if welcome > 0 { configuration.settings.players.welcome = ["coins": welcome] }
        configuration.settings.server.port = 0
        server = try await VirtualServer(
            configuration: configuration, database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start - .seconds(40)))
        await server.advance(to: Fixtures.start + .seconds(20))
    }

    /// The tag of the newest window.
    var tag: String {
        get throws { "\"\(try #require(server.engine.shelves["main"]?.windows.first?.digest))\"" }
    }

    /// `path` with the names of a released and of a sealed key filled in.
    func path(_ path: String) throws -> String {
        let chain = try #require(server.engine.shelves["main"]?.chains.last)
        let slot = try #require(chain.newestReleased(at: server.time.now))
        return path.replacing("{released}", with: "\(chain.id)/\(slot)").replacing(
            "{sealed}", with: "\(chain.id)/\(slot + 10)")
    }

    /// Holds each conversation, said in one piece, with both.
    func compare(_ conversations: [String]) async throws {
        try await compare(conversations.map { [Array($0.utf8)] })
    }

    func compare(pieces: [[UInt8]]) async throws { try await compare([pieces]) }

    func compare(_ conversations: [[[UInt8]]]) async throws { _ = try await compared(conversations) }

    /// Holds each conversation with both, and returns the answers.
    func compared(_ conversations: [[[UInt8]]]) async throws -> [String] {
        var answers: [String] = []
        try await listening { compare in
            for pieces in conversations { answers.append(try await compare(pieces)) }
        }
        return answers
    }

    /// Lets `body` hold one conversation after the other, with the same two listeners, and have the answers.
    func listening(_ body: (_ compare: ([[UInt8]]) async throws -> String) async throws -> Void) async throws {
        let server = server.server
        try await Listener.listening(server, hasLane: true) { fast in
            try await Listener.listening(server, hasLane: false) { slow in
                try await body { pieces in
                    let (ready, routed) = try await (fast.talk(pieces), slow.talk(pieces))
                    #expect(
                        Self.undated(Self.untold(ready)) == Self.undated(Self.untold(routed)),
                        "\(pieces.map { String(decoding: $0, as: UTF8.self).prefix(300) })")
                    return Self.undated(ready)
                }
            }
        }
    }

    /// Whether a client is told to send its body depends on how much of it has arrived by then.
    static func untold(_ answers: [UInt8]) -> [UInt8] {
        answers.replacing(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), with: [])
    }

    /// What was answered, without the dates: one side has the time of the machine.
    private static func undated(_ answers: [UInt8]) -> String {
        String(answers.map { Character(UnicodeScalar($0)) }).replacing(#/Date: [^\r]*/#, with: "Date: then")
    }
}
