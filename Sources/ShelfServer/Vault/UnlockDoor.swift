import ShelfEngine
import ShelfModel
package import ShelfVault

/// A server's unlocking, as it can be reached over the socket in its data folder.
package struct UnlockDoor: Sendable {
    private let unlocking: ServerUnlocking
    private let socket: UnlockSocket

    /// - Parameter path: the socket's.
    package init(_ unlocking: ServerUnlocking, at path: String) throws(UnlockError) {
        self.unlocking = unlocking
        let began = ContinuousClock.now
        socket = try UnlockSocket(
            path: path, now: { Instant(milliseconds: Int64((ContinuousClock.now - began) / .milliseconds(1))) },
            unlock: unlocking.unlock, status: unlocking.status)
    }

    /// Notes that the server answers players.
    package func note(_ running: ServerUnlocking.Running) { unlocking.note(running) }

    /// Removes the socket. A command that waits for the server is told that it stops.
    package func close() {
        unlocking.end(why: "it stops")
        socket.close()
    }
}
