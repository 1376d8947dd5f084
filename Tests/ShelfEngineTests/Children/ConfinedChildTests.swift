import CConfinedChild
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

    private func python(_ script: String, _ limits: ChildLimits = limits()) async throws -> String {
        let folder = FileManager.default.temporaryDirectory
        return try await ConfinedChild("python3", limits: limits).run(["-c", script], in: folder)
    }

    @Test func `says what it has to say, and knows nothing of its parent's environment`() async throws {
        let said = try await python("import os, sys; print('ok', sorted(os.environ), sys.stdin.read() == '')")
        #expect(said == "ok ['LC_CTYPE'] True" || said == "ok [] True")
        let child = try ConfinedChild("env")
        #expect(try await child.run([], environment: ["A": "b c"], in: URL(filePath: "/")) == "A=b c")
    }

    @Test func `has no file open but its input and output`() async throws {
        let held = open("/dev/null", O_RDONLY)
        defer { close(held) }
        let script = "import os; print([f for f in range(3, 256) if os.path.exists(f'/proc/self/fd/{f}')][:9])"
        #expect(try await python(script).contains("[]"))
    }

    @Test(arguments: [
        "import socket; socket.socket()",
        "import socket; socket.socket(socket.AF_UNIX)",
        "import os; os.fork()",
        "import os; os.posix_spawn('/bin/true', ['true'], {})",
        "import os; os.kill(os.getppid(), 0)",
        "import ctypes, os; p = os.getppid(); exit(ctypes.CDLL(None).syscall(234, p, p, 0) and 1)",
        "import os, resource; resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (3, 3))",
        "open('/dev/tty')",
        "open('file', 'wb').write(bytes(3 << 20))",
        "[open('/dev/null') for _ in range(200)]",
        "bytearray(2 << 30)",
    ])
    func `is refused the network, other processes, and more memory and files than it may have`(
        script: String
    ) async throws {
        let folder = try TemporaryFolder()
        let child = try ConfinedChild("python3", limits: Self.limits { $0.fileBytes = 2 << 20 })
        await #expect(throws: ChildFailure.self) {
            try await child.run(["-c", script], in: folder.url)
        }
        #expect(try await child.run(["-c", "print(1)"], in: folder.url) == "1")
    }

    @Test(
        .enabled(if: confined_has_landlock() != 0),
        arguments: [
            "open('/etc/passwd')", "open('/proc/self/environ')", "import os; open(f'/proc/{os.getppid()}/mem', 'r+b')",
            "open('/tmp/shelflife-confined', 'w')", "import os; os.listdir('/')",
        ])
    func `reaches no file but programs and those in its folder, and no memory of others`(script: String) async throws {
        let folder = try TemporaryFolder()
        let child = try ConfinedChild("python3")
        let error = await #expect(throws: ChildFailure.self) {
            _ = try await child.run(["-c", script], in: folder.url)
        }
        #expect("\(String(describing: error))".contains("Permission"))
        let own = "open('own', 'w').write('mine'); print(open('own').read())"
        #expect(try await child.run(["-c", own], in: folder.url) == "mine")
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

    @Test func `that fails or isn't installed throws what happened`() async throws {
        await #expect(throws: ChildFailure.exited(status: 3, said: "no")) {
            _ = try await python("import sys; print('no', file=sys.stderr); sys.exit(3)")
        }
        #expect(throws: ChildFailure.missing(program: "no-such-program")) { _ = try ConfinedChild("no-such-program") }
    }
}
