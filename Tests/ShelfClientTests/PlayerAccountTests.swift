import ShelfClient
import ShelfWire
import Synchronization
import Testing

@Suite struct `A player's account` {
    /// An archive that can lose what it keeps, and get another's.
    private final class Losing: Sendable {
        let kept = Mutex<PlayerCredential?>(nil)

        var archive: PlayerArchive {
            var archive = PlayerArchive.memory()
            archive.credential = { new in
                self.kept.withLock { kept in
                    kept = kept ?? new
                    return kept ?? new
                }
            }
            return archive
        }
    }

    @Test func `keeps the credential again that its archive has lost, and goes on as the same player`() async throws {
        let losing = Losing()
        let account = PlayerAccount(trade: FakeTill().transport, archive: losing.archive)
        let first = try await account.credential()
        losing.kept.withLock { $0 = nil }
        _ = try await account.token()
        #expect(try await account.credential() == first)
        #expect(losing.kept.withLock(\.self) == first)
    }

    @Test func `is another player once its archive keeps another one`() async throws {
        let losing = Losing()
        let account = PlayerAccount(trade: FakeTill().transport, archive: losing.archive)
        _ = try await account.token()
        let other = PlayerCredential()
        losing.kept.withLock { $0 = other }
        #expect(try await account.credential() == other)
        _ = try await account.token()
    }
}
