import Foundation
import ShelfModel
import ShelfVault
import Testing

@Suite(.timeLimit(.minutes(1))) struct UnlockSocketTests {
    private let bench: UnlockBench

    init() throws { bench = try UnlockBench() }

    @Test func `The right passphrase unlocks, and the server says in what state it is`() throws {
        let socket = try bench.listen()
        defer { socket.close() }
        #expect(try bench.status() == "locked\nsince noon")
        #expect(try bench.unlock("zoom abacus") == UnlockAnswer(ok: true, text: "unlocked"))
    }

    @Test func `A passphrase comes to the server byte for byte`() throws {
        let passphrase = "\0\n{\"é\"}\r" + String(repeating: "x", count: 1014)
        let socket = try bench.listen()
        defer { socket.close() }
        _ = try bench.unlock(passphrase)
        #expect(bench.tries == [passphrase])
    }

    @Test func `After a wrong passphrase the next is only tried when the wait is over`() throws {
        let wrong = { UnlockAnswer(ok: false, text: "the passphrase is wrong", waitMs: $0) }
        let socket = try bench.listen()
        defer { socket.close() }
        #expect(try bench.unlock("zoom") == wrong(1000))
        bench.pass(.milliseconds(1000))
        #expect(try bench.unlock("abacus") == wrong(2000))
        bench.pass(.milliseconds(999))
        #expect(
            try bench.unlock("zoom abacus")
                == UnlockAnswer(
                    ok: false, text: "the last passphrase was wrong; the next may be tried in 2 s", waitMs: 1001))
        bench.pass(.milliseconds(1001))
        #expect(try bench.unlock("zoom abacus").ok)
        #expect(try bench.unlock("zoom") == wrong(1000))
        #expect(bench.tries == ["zoom", "abacus", "zoom abacus", "zoom"])
    }

    @Test func `A passphrase of which the server can't tell whether it is right makes nobody wait`() throws {
        let socket = try bench.listen()
        defer { socket.close() }
        #expect(try bench.unlock("unreadable") == UnlockAnswer(ok: false, text: "the vault can't be read"))
        #expect(try bench.unlock("zoom abacus").ok)
    }

    @Test func `Of two at once, the second is told that another is being tried, and the status is told to both`()
        async throws
    {
        let socket = try bench.listen()
        defer { socket.close() }
        let first = try bench.peer()
        first.send("{\"do\":\"unlock\",\"bytes\":4}\nslow")
        await bench.slowHasBegun()
        #expect(
            try bench.unlock("zoom abacus")
                == UnlockAnswer(ok: false, text: "another passphrase is being tried; try again in a few seconds"))
        #expect(try bench.status() == "locked\nsince noon")
        bench.release()
        #expect(first.received() == "{\"ok\":true,\"text\":\"unlocked slowly\"}\n")
        #expect(try bench.unlock("zoom abacus").ok)
    }

    @Test(arguments: [
        ("hello\n", "isn't understood"), ("\n", "isn't understood"), ("{\"do\":\"dance\"}\n", "isn't understood"),
        (String(repeating: "x", count: 300), "isn't understood"), ("", "ended before it was whole"),
        ("{\"do\":\"status\"}", "ended before it was whole"),
        ("{\"do\":\"unlock\",\"bytes\":11}\nzoom", "ended before it was whole"),
        ("{\"do\":\"unlock\"}\n", "from 1 to 1024 bytes"),
        ("{\"do\":\"unlock\",\"bytes\":0}\n", "from 1 to 1024 bytes"),
        ("{\"do\":\"unlock\",\"bytes\":-1}\n", "from 1 to 1024 bytes"),
        ("{\"do\":\"unlock\",\"bytes\":1025}\n" + String(repeating: "x", count: 1025), "from 1 to 1024 bytes"),
        ("{\"do\":\"unlock\",\"bytes\":99999999999999999999}\n", "isn't understood"),
    ])
    func `What is no whole request is answered, and nothing is tried`(request: String, words: String) throws {
        let socket = try bench.listen()
        defer { socket.close() }
        let answer = try bench.answer(to: request)
        #expect(answer.hasPrefix("{\"ok\":false,") && answer.contains(words) && answer.hasSuffix("}\n"))
        #expect(try bench.unlock("zoom abacus").ok)
        #expect(bench.tries == ["zoom abacus"])
    }

    @Test func `What a passphrase is followed by isn't part of it`() throws {
        let socket = try bench.listen()
        defer { socket.close() }
        #expect(try bench.answer(to: "{\"do\":\"unlock\",\"bytes\":4}\nzoom abacus").contains("wrong"))
        #expect(bench.tries == ["zoom"])
    }

    @Test func `Peers that send nothing, or half a request, are sent away in time, and then others have their turn`()
        throws
    {
        let socket = try bench.listen(patience: .milliseconds(50))
        defer { socket.close() }
        let late = "{\"ok\":false,\"text\":\"no whole request came within 50ms; nothing was tried\"}\n"
        let silent = try (0..<UnlockSocket.connectionsAtMost).map { _ in try bench.peer() }
        silent[0].send("{\"do\":\"unlock\",\"bytes\":11}\nzoom")
        for peer in silent { #expect(peer.received() == late) }
        #expect(try bench.peer().received() == late)
    }

    @Test func `One peer too many is told so, and all are when the server stops`() throws {
        let socket = try bench.listen()
        defer { socket.close() }
        let silent = try (0..<UnlockSocket.connectionsAtMost).map { _ in try bench.peer() }
        #expect(try bench.peer().received().contains("too many others are asking"))
        socket.close()
        for peer in silent { #expect(peer.received().contains("the server is stopping; nothing was tried")) }
    }

    @Test func `A peer that is gone when it is answered harms nobody`() async throws {
        let socket = try bench.listen()
        defer { socket.close() }
        for _ in 0..<2 * UnlockSocket.connectionsAtMost {
            do {
                let peer = try bench.peer()
                peer.send("{\"do\":\"unlock\",\"bytes\":4}\nslow")
                await bench.slowHasBegun()
            }
            bench.release()
            while try bench.unlock("zoom abacus").text.hasPrefix("another passphrase") {}
        }
    }

    @Test func `The socket is its owner's alone, and is gone when it is closed, also for a second time`() throws {
        let socket = try bench.listen()
        defer { socket.close() }
        var found = stat()
        #expect(lstat(bench.path, &found) == 0 && found.st_mode == S_IFSOCK | 0o600)
        socket.close()
        #expect(lstat(bench.path, &found) != 0)
        #expect(throws: UnlockError.missing(bench.path)) { try bench.status() }
        try Data([1]).write(to: URL(filePath: bench.path))
        socket.close()
        #expect(lstat(bench.path, &found) == 0)
    }

    @Test func `A socket that a killed server has left is replaced`() throws {
        do { _ = try UnixPeer.listening(at: bench.path) }
        #expect(throws: UnlockError.abandoned(bench.path)) { try bench.status() }
        let socket = try bench.listen()
        defer { socket.close() }
        #expect(try bench.status() == "locked\nsince noon")
    }

    @Test func `What isn't a socket is kept, and the server says that it is in the way`() throws {
        try Data([1, 2]).write(to: URL(filePath: bench.path))
        #expect(throws: UnlockError.notASocket(bench.path)) { try bench.listen() }
        #expect(try Data(contentsOf: URL(filePath: bench.path)) == Data([1, 2]))
    }

    @Test func `A link to a socket is no socket`() throws {
        let other = try UnlockBench()
        let server = try UnixPeer.listening(at: other.path)
        try FileManager.default.createSymbolicLink(atPath: bench.path, withDestinationPath: other.path)
        #expect(throws: UnlockError.notASocket(bench.path)) { try bench.listen() }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: bench.path) == other.path)
        withExtendedLifetime(server) {}
    }

    @Test(arguments: ["", String(repeating: "x", count: 100) + "/"])
    func `A folder that isn't there is told by the socket's path`(under: String) throws {
        let bench = try UnlockBench(under: under)
        try FileManager.default.removeItem(atPath: bench.folder)
        #expect(throws: UnlockError.system(bench.path, "No such file or directory")) { try bench.listen() }
        #expect(throws: UnlockError.missing(bench.path)) { try bench.status() }
    }

    @Test func `A name that has no room by itself is told`() throws {
        let path = "\(bench.folder)/\(String(repeating: "x", count: 120))"
        #expect(throws: UnlockError.tooLong(path)) { try UnlockClient.status(at: path) }
    }

    #if os(Linux)
        /// The system's addresses have room for 107 bytes.
        @Test(arguments: [107, 108, 1000])
        func `A path may be longer than the system's addresses`(length: Int) throws {
            let rest = length - (try UnlockBench().path.utf8.count) - 1
            let bench = try UnlockBench(under: String((0..<rest).map { $0 % 50 == 49 ? "/" : "x" }) + "/")
            #expect(bench.path.utf8.count == length)
            #expect(throws: UnlockError.missing(bench.path)) { try bench.status() }
            let socket = try bench.listen()
            #expect(try bench.unlock("zoom abacus").ok)
            var found = stat()
            #expect(lstat(bench.path, &found) == 0 && found.st_mode == S_IFSOCK | 0o600)
            socket.close()
            #expect(lstat(bench.path, &found) != 0)
        }
    #endif

    @Test func `The server's own user and root may ask, and nobody else`() {
        for (peer, server, isAllowed): (uid_t, uid_t, Bool) in [
            (998, 998, true), (0, 998, true), (0, 0, true), (998, 0, false), (1000, 998, false),
            (uid_t.max, 998, false),
        ] {
            #expect(UnlockSocket.isAllowed(peer: peer, server: server) == isAllowed)
        }
    }
}
