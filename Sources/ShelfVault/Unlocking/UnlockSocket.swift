package import Foundation
package import ShelfModel
import Synchronization

/// The server's end of a unix socket, over which commands on the same machine give it the vault's passphrase and ask
/// how it is.
///
/// It listens until ``close()``. Only the server's own user and root may connect.
package final class UnlockSocket: Sendable {
    /// What became of a passphrase, in words for the person who gave it.
    package enum Outcome: Hashable, Sendable {
        case unlocked(String)
        /// The next try must wait.
        case wrong(String)
        /// Whether the passphrase was right isn't known, so nothing waits.
        case failed(String)
    }

    package typealias Unlock = @Sendable (borrowing SecretBytes) async -> Outcome
    package typealias Status = @Sendable () async -> String

    package static let connectionsAtMost = 4

    private let path: String
    private let patience: TimeSpan
    private let now: @Sendable () -> Instant
    private let unlock: Unlock
    private let status: Status
    private let stop: StopSignal
    /// The device and the number of the socket's file.
    private let place: [UInt64]
    private let gate = Mutex(UnlockGate())
    private let connections = Mutex(0)

    /// Makes the socket and begins to listen.
    ///
    /// The caller holds the data folder's lock until it has closed the socket. So a socket that is there already was
    /// left by a server that has been killed, and is replaced.
    ///
    /// - Parameters:
    ///   - path: in a folder that only the server's user may enter.
    ///   - patience: how long a peer may take to send its request.
    ///   - now: a clock that never goes back, for the time between two tries.
    ///   - unlock: tries a passphrase. It runs on a thread of its own, as far as it isn't isolated to an actor.
    ///   - status: what to say of the server.
    package init(
        path: String, patience: TimeSpan = .seconds(10), now: @escaping @Sendable () -> Instant,
        unlock: @escaping Unlock, status: @escaping Status
    ) throws(UnlockError) {
        (self.path, self.patience, self.now, self.unlock, self.status) = (path, patience, now, unlock, status)
        stop = try StopSignal(for: path)
        try Self.removeStale(path)
        let listener = try UnixStream(for: path, stop: stop)
        try Self.listen(listener, at: path)
        place = Self.place(of: path)
        Thread.detachNewThread { self.accept(from: listener) }
    }

    /// Stops listening, and removes the socket. A try that has begun still ends and is answered; a request that isn't
    /// whole yet is given up.
    package func close() {
        // Another server may have its socket there by now, after the folder was moved away.
        if stop.give(), Self.place(of: path) == place { unlink(path) }
    }

    /// Whether a user may ask a server that runs as `server`.
    package static func isAllowed(peer: uid_t, server: uid_t) -> Bool { peer == server || peer == 0 }

    private static func place(of path: String) -> [UInt64] {
        var found = stat()
        return lstat(path, &found) == 0 ? [UInt64(found.st_dev), UInt64(found.st_ino)] : []
    }

    private static func removeStale(_ path: String) throws(UnlockError) {
        var found = stat()
        guard lstat(path, &found) == 0 else { return }
        guard found.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        guard unlink(path) == 0 else { throw UnlockError(path, errno) }
    }

    /// Nobody can connect between `bind` and `listen`, so the rights are the owner's alone before anybody can.
    private static func listen(_ listener: UnixStream, at path: String) throws(UnlockError) {
        let onlyOwner: mode_t = 0o600
        #if os(Linux)
            // The file has the rights of the socket from its first moment.
            guard fchmod(listener.descriptor, onlyOwner) == 0 else { throw UnlockError(path, errno) }
        #endif
        let code = UnixAddress.bind(listener.descriptor, to: path)
        guard code == 0 else { throw UnlockError(path, code) }
        guard chmod(path, onlyOwner) == 0, Foundation.listen(listener.descriptor, 16) == 0 else {
            let code = errno
            unlink(path)
            throw UnlockError(path, code)
        }
    }

    private func accept(from listener: UnixStream) {
        while (try? listener.wait(for: Int16(POLLIN), until: nil)) != nil {
            if let peer = listener.accepted() {
                begin(peer)
            } else {
                // The process may have no descriptor free, and then the peer stays at the door.
                try? listener.wait(for: 0, until: .now + .seconds(1))
            }
        }
    }

    private func begin(_ peer: UnixStream) {
        let isRoom = connections.withLock { connections in
            guard connections < Self.connectionsAtMost else { return false }
            connections += 1
            return true
        }
        guard isRoom else {
            return send(
                UnlockAnswer(ok: false, text: "too many others are asking; try again in a few seconds"), to: peer)
        }
        Task(executorPreference: UnlockThread()) {
            let answer = await self.answer(to: peer)
            // Whoever has an answer may ask again at once.
            self.connections.withLock { $0 -= 1 }
            self.send(answer, to: peer)
        }
    }

    private func answer(to peer: UnixStream) async -> UnlockAnswer {
        guard let user = peer.peer(), Self.isAllowed(peer: user, server: geteuid()) else {
            return UnlockAnswer(ok: false, text: "only the server's own user and root may ask it")
        }
        do throws(UnixStream.Fault) {
            let deadline = self.deadline
            let line = try peer.readLine(atMost: UnlockRequest.bytesAtMost, until: deadline)
            let request = try? JSONDecoder().decode(UnlockRequest.self, from: Data(line))
            switch request?.deed {
            case .status: return UnlockAnswer(ok: true, text: await status())
            case .unlock:
                guard let count = request?.bytes, (1...Passphrase.bytesAtMost).contains(count) else {
                    return UnlockAnswer(
                        ok: false, text: "a passphrase has from 1 to \(Passphrase.bytesAtMost) bytes; nothing was tried"
                    )
                }
                var passphrase = SecretBytes(capacity: count)
                for _ in 0..<count { passphrase.append(try peer.readByte(until: deadline)) }
                return await attempt(passphrase)
            case nil: throw .notUnderstood
            }
        } catch {
            return UnlockAnswer(ok: false, text: text(of: error))
        }
    }

    private func attempt(_ passphrase: borrowing SecretBytes) async -> UnlockAnswer {
        switch gate.withLock({ $0.begin(at: now()) }) {
        case .try: break
        case .busy:
            return UnlockAnswer(ok: false, text: "another passphrase is being tried; try again in a few seconds")
        case .wait(let rest):
            let seconds = (rest.milliseconds + 999) / 1000
            return UnlockAnswer(
                ok: false, text: "the last passphrase was wrong; the next may be tried in \(seconds) s",
                waitMs: rest.milliseconds)
        }
        let outcome = await unlock(passphrase)
        let (end, isUnlocked, text): (UnlockGate.End, Bool, String) =
            switch outcome {
            case .unlocked(let text): (.right, true, text)
            case .wrong(let text): (.wrong, false, text)
            case .failed(let text): (.unknown, false, text)
            }
        let wait = gate.withLock { $0.end(end, at: now()) }
        return UnlockAnswer(ok: isUnlocked, text: text, waitMs: wait > .zero ? wait.milliseconds : nil)
    }

    private func text(of fault: UnixStream.Fault) -> String {
        switch fault {
        case .ended: "the request ended before it was whole; nothing was tried"
        case .late: "no whole request came within \(patience); nothing was tried"
        case .stopped: "the server is stopping; nothing was tried"
        case .notUnderstood: "the request isn't understood; use the command of the version that the server has"
        case .system(let code): "the request can't be read: \(String(cString: strerror(code)))"
        }
    }

    private func send(_ answer: UnlockAnswer, to peer: UnixStream) {
        // A peer that has gone needs no answer.
        try? peer.writeLine(answer, until: deadline)
    }

    private var deadline: ContinuousClock.Instant { .now + .milliseconds(patience.milliseconds) }
}
