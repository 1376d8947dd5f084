package import Logging
package import ShelfDatabase
package import ShelfEngine
import ShelfModel
package import ShelfVault
import Synchronization

/// Opens a server's vault when somebody gives its passphrase over the socket in the data folder, and tells how it is.
package final class ServerUnlocking: Sendable {
    /// What a server has once it answers players.
    package struct Running: Sendable {
        fileprivate let rekeying: Rekeying
        fileprivate let reload: @Sendable () async -> Void

        /// - Parameter reload: reads the configuration again, which may name secrets of the vault.
        package init(rekeying: Rekeying, reload: @escaping @Sendable () async -> Void) {
            (self.rekeying, self.reload) = (rekeying, reload)
        }
    }

    private enum Phase {
        case starting
        case running(Running)
        case ended(String)
    }

    private let vault: ServerVault
    private let database: any VaultDatabase
    private let logger: Logger
    private let phase = Mutex(Phase.starting)
    private let (opened, noteOpened) = AsyncStream.makeStream(of: Never.self)
    private let (started, noteStarted) = AsyncStream.makeStream(of: Never.self)

    /// - Parameter vault: the server's. When it is open already, its keys seal as the database's from now on.
    /// - Throws: `VaultMismatch` when the vault and the database don't belong together.
    package init(_ vault: ServerVault, _ database: any VaultDatabase, logger: Logger) async throws {
        (self.vault, self.database, self.logger) = (vault, database, logger)
        let number = try await database.checkVault(vault.keys)
        guard let number, vault.isOpen else { return }
        vault.keys.seal(with: number)
        noteOpened.finish()
    }

    package var isLocked: Bool { !vault.isOpen }

    /// Returns once the vault is open.
    ///
    /// - Throws: `CancellationError`.
    package func waitUntilOpen() async throws {
        for await _ in opened {}
        try Task.checkCancellation()
    }

    /// Notes that the server answers players.
    package func note(_ running: Running) {
        phase.withLock { $0 = .running(running) }
        noteStarted.finish()
    }

    /// Notes that the server doesn't run, or not any more.
    package func end(why: String) {
        phase.withLock { $0 = .ended(why) }
        noteStarted.finish()
    }

    /// Opens the vault and waits until the server answers players. One that is open is read again.
    package func unlock(_ passphrase: borrowing SecretBytes) async -> UnlockSocket.Outcome {
        let wasOpen = vault.isOpen
        do {
            let content = try vault.read(with: passphrase)
            let number = try await database.checkVault(content.keys)
            try vault.take(content)
            if !wasOpen, let number { vault.keys.seal(with: number) }
        } catch AgeError.wrongPassphrase {
            logger.warning("somebody gave a wrong passphrase for the vault")
            return .wrong("\(vault.path): \(AgeError.wrongPassphrase)")
        } catch {
            logger.error("the vault can't be opened", metadata: ["why": "\(error)"])
            return .failed("\(vault.path): \(error)")
        }
        noteOpened.finish()
        for await _ in started {}
        switch phase.withLock({ $0 }) {
        case .starting: return .failed("the server stops")
        case .ended(let why): return .failed("the vault is open, and the server doesn't run: \(why)")
        case .running(let running):
            do { try await running.rekeying.report() } catch { return .failed("\(error)") }
            if wasOpen { await running.reload() }
            return .unlocked("unlocked")
        }
    }

    /// What to tell somebody who asks, in lines.
    package func status() async -> String {
        guard vault.isOpen else { return "locked: `shelflife vault unlock` gives this server the passphrase" }
        switch phase.withLock({ $0 }) {
        case .starting: return "unlocked, and starting"
        case .ended(let why): return "unlocked, and not running: \(why)"
        case .running(let running):
            do {
                return try await "unlocked\n\(running.rekeying.status())"
            } catch {
                return "unlocked\nhow the wrapping keys are can't be read: \(error)"
            }
        }
    }
}
