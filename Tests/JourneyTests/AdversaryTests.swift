import Foundation
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfSQLite
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Somebody who records every byte that leaves the server, hour after hour, and tries to know an item early.
struct AdversaryTests {
    @Test("a key that is given out a second early is noticed")
    func theAdversaryIsAwake() async throws {
        let server = try await started()
        let adversary = try await Adversary(server)
        try await adversary.ask()
        let chain = try #require(server.server.shelves["main"]?.chains.first)
        let early = try #require(
            server.server.vault.newest(of: chain.id, earliest: server.time.now + .seconds(61)))
        adversary.take(early)
        adversary.tryToOpen()
        #expect(!adversary.early.isEmpty)
    }

    @Test("in an hour of all that leaves the server no key and no card can be known before its release")
    func nothingLeaksEarly() async throws {
        let server = try await started()
        let adversary = try await Adversary(server)
        try await adversary.listen()
        for second in 0..<3600 {
            try await adversary.hear(await server.advance(to: server.time.now + .seconds(1)))
            if second % 20 == 0 { try await adversary.ask() }
            adversary.tryToOpen()
        }
        #expect(adversary.early.isEmpty)
        #expect(adversary.opened.count > 60)
        #expect(adversary.attempts > 100_000)
        #expect(!adversary.opened.contains { $0.store == "bazaar" })
    }

    @Test("with the app secret a prefetched store opens, and without it nothing of it ever does")
    func appSecretCounts() async throws {
        let server = try await started()
        let without = try await Adversary(server)
        let with = try await Adversary(server, secret: Fixtures.appSecret)
        for _ in 0..<10 {
            await server.advance(to: server.time.now + .minutes(1))
            for adversary in [with, without] {
                try await adversary.ask()
                adversary.tryToOpen()
            }
        }
        #expect(!without.opened.contains { $0.store == "bazaar" })
        #expect(with.opened.contains { $0.store == "bazaar" })
    }

    @Test("the app secret and the server's secrets are in no answer")
    func secretsStayInside() async throws {
        let server = try await started()
        let adversary = try await Adversary(server)
        try await adversary.listen()
        for _ in 0..<20 {
            try await adversary.hear(await server.advance(to: server.time.now + .minutes(1)))
            try await adversary.ask()
        }
        let store = try #require(await server.database.store("main"))
        let chains = try await server.database.chains(of: "main")
        let secrets =
            [Fixtures.appSecret.bytes, store.signingSeed, store.scheduleSeed]
            + chains.map { Array($0.checkpoints.suffix(32)) }
        for secret in secrets {
            for form in [secret, Array(Base64URL.encode(secret).utf8), Array(Hex.encode(secret).utf8)] {
                #expect(!adversary.recorded.contains { Data($0).range(of: Data(form)) != nil })
            }
        }
    }

    @Test("how long a window and its records are doesn't depend on what is inside")
    func lengthsSayNothing() async throws {
        let long = Fixtures.catalogue(name: String(repeating: "A very long name ", count: 6))
        var lengths: [[Int]] = []
        for catalogue in [Fixtures.catalogue(price: 1, name: "x"), long] {
            let server = try await started(catalogue: catalogue)
            await server.advance(to: server.time.now + .minutes(5))
            var witness = try await Witness(store: "main", client: server.client)
            let window = try await witness.look(at: server.client)
            lengths.append([window.bytes.count] + window.listings.map(\.record.sealed.count))
        }
        #expect(lengths[0] == lengths[1])
    }

    private func started(catalogue: Catalogue = Fixtures.catalogue()) async throws -> VirtualServer {
        try await VirtualServer(
            configuration: Fixtures.configuration(catalogue: catalogue), database: SQLiteDatabase.inMemory(),
            time: ManualTimeline(at: Fixtures.start + .seconds(11)))
    }
}
