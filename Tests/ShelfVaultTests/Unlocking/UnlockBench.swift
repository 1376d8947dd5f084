import Foundation
import ShelfModel
import ShelfVault
import Synchronization

/// A socket in a folder of its own, on a clock that the test moves, whose server knows the passphrase “zoom abacus”.
///
/// Of the passphrase “unreadable” it can't tell whether it is right, and “slow” takes until ``release()``.
final class UnlockBench: Sendable {
    let folder: String
    let path: String
    private let tried = Mutex<[String]>([])
    private let clock = Mutex(Instant(milliseconds: 0))
    private let begun = AsyncStream.makeStream(of: Void.self)
    private let released = AsyncStream.makeStream(of: Void.self)

    /// - Parameter under: folders between the temporary one and the socket.
    init(under: String = "") throws {
        folder = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString.prefix(8))"
        path = "\(folder)/\(under)unlock"
        try FileManager.default.createDirectory(atPath: "\(folder)/\(under)", withIntermediateDirectories: true)
    }

    /// The passphrases that the server has tried.
    var tries: [String] { tried.withLock(\.self) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Begins to listen, until the socket is closed.
    func listen(patience: TimeSpan = .minutes(1)) throws -> UnlockSocket {
        let (begun, released) = (begun.continuation, released.stream)
        return try UnlockSocket(
            path: path, patience: patience, now: { self.clock.withLock(\.self) },
            unlock: { passphrase in
                let text = passphrase.withBytes { String(decoding: $0, as: UTF8.self) }
                self.tried.withLock { $0.append(text) }
                switch text {
                case "zoom abacus": return .unlocked("unlocked")
                case "unreadable": return .failed("the vault can't be read")
                case "slow":
                    begun.yield()
                    for await _ in released { break }
                    return .unlocked("unlocked slowly")
                default: return .wrong("the passphrase is wrong")
                }
            },
            status: { "locked\nsince noon" })
    }

    /// Waits until the server has begun with “slow”.
    func slowHasBegun() async { for await _ in begun.stream { break } }

    func release() { released.continuation.yield() }

    func pass(_ span: TimeSpan) { clock.withLock { $0 = $0 + span } }

    func unlock(_ passphrase: String) throws -> UnlockAnswer {
        try UnlockClient.unlock(at: path, passphrase: SecretBytes(Array(passphrase.utf8)))
    }

    func status() throws -> String { try UnlockClient.status(at: path) }

    /// What the server says to `request`, up to the end of the connection.
    func answer(to request: String) throws -> String {
        let peer = try peer()
        peer.send(request)
        peer.sendNothingMore()
        return peer.received()
    }

    func peer() throws -> UnixPeer { try UnixPeer.connected(to: path)! }
}
