import Foundation
import ShelfEngine
import ShelfTesting
import Testing

@Suite struct `A confined child` {
    private static func limits(_ change: (inout ChildLimits) -> Void = { _ in }) -> ChildLimits {
        var limits = ChildLimits()
        change(&limits)
        return limits
    }

    private static func child(_ name: String = "python3", _ limits: ChildLimits = limits()) throws -> ConfinedChild {
        let modules = ["/usr/lib/python3", "/usr/lib/python3.11"]
        return try ConfinedChild(name, reading: ConfinedChild.libraries + modules, limits: limits)
    }

    private func python(_ script: String, _ limits: ChildLimits = limits()) async throws -> String {
        let folder = try TemporaryFolder()
        return try await Self.child("python3", limits).run(["-c", script], in: folder.url)
    }

    @Test func `says what it has to say, and knows nothing of its parent's environment`() async throws {
        let said = try await python("import os, sys; print('ok', sorted(os.environ), sys.stdin.read() == '')")
        #expect(said == "ok ['LC_CTYPE'] True" || said == "ok [] True")
        let folder = try TemporaryFolder()
        #expect(try await Self.child("env").run([], environment: ["A": "b c"], in: folder.url) == "A=b c")
    }

    @Test func `has no file open but its input and output`() async throws {
        let held = open("/dev/null", O_RDONLY)
        defer { close(held) }
        let script = "import os; print([f for f in range(3, 256) if os.path.exists(f'/proc/self/fd/{f}')][:9])"
        #expect(try await python(script).contains("[]"))
    }

    @Test(arguments: [
        "open('written', 'wb').write(bytes(3 << 20))", "[open('/dev/null') for _ in range(200)]", "bytearray(2 << 30)",
    ])
    func `is refused more memory and files than it may have`(script: String) async throws {
        let folder = try TemporaryFolder()
        let child = try Self.child("python3", Self.limits { $0.fileBytes = 2 << 20 })
        await #expect(throws: ChildFailure.self) {
            try await child.run(["-c", script], in: folder.url, writing: ["written"])
        }
        #expect(try await child.run(["-c", "print(1)"], in: folder.url) == "1")
    }

    @Test func `reads its folder, writes the files that were made for it, and makes no others`() async throws {
        let folder = try TemporaryFolder()
        try Data("given".utf8).write(to: folder.url.appending(path: "input"))
        let copy = "open('output', 'w').write(open('input').read()); print(open('output').read())"
        #expect(try await Self.child().run(["-c", copy], in: folder.url, writing: ["output"]) == "given")
        for script in [
            "open('other', 'w')", "open('input', 'a')", "import os; os.mkdir('other')", "open('/etc/passwd')",
        ] {
            await #expect(throws: ChildFailure.self) {
                try await Self.child().run(["-c", script], in: folder.url, writing: ["output"])
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["input", "output"])
    }

    @Test func `may have threads`() async throws {
        let script = "import threading; t = threading.Thread(target=lambda: print('thread')); t.start(); t.join()"
        #expect(try await python(script) == "thread")
    }

    @Test func `is killed when it works or waits for too long, and when its task is cancelled`() async throws {
        await #expect(throws: ChildFailure.killed(signal: SIGKILL)) {
            _ = try await python("import time; time.sleep(600)", Self.limits { $0.seconds = 1 })
        }
        await #expect(throws: ChildFailure.self) {
            _ = try await python("while True: pass", Self.limits { $0.processorSeconds = 1 })
        }
        let unwanted = Task { try await python("import time; time.sleep(600)") }
        unwanted.cancel()
        await #expect(throws: ChildFailure.killed(signal: SIGKILL)) { _ = try await unwanted.value }
    }

    @Test func `that fails, pretends that it never started, or isn't installed throws what happened`() async throws {
        await #expect(throws: ChildFailure.exited(status: 3, said: "no")) {
            _ = try await python("import sys; print('no', file=sys.stderr); sys.exit(3)")
        }
        await #expect(throws: ChildFailure.exited(status: 126, said: "")) {
            _ = try await python("import os; os._exit(126)")
        }
        #expect(throws: ChildFailure.missing(program: "no-such-program")) { _ = try Self.child("no-such-program") }
    }
}
