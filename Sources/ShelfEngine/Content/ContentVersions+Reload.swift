import Logging
import ShelfConfiguration
import ShelfDatabase
package import ShelfModel
import Synchronization

extension ContentVersions {
    /// What became of files that were read again.
    package enum Reload: Sendable {
        /// Their content is in force already.
        case unchanged
        /// They are the ones that were read last, and the version in force came in another way since.
        case superseded(by: ContentVersion)
        /// They are the version in force now.
        ///
        /// - Parameter begins: for each store that there was before, when the first listing can begin that is drawn by
        ///   it.
        case changed(ContentVersion, begins: [String: Instant])
    }

    /// Puts the content of files in force that were read again, as a new version.
    ///
    /// - Throws: ``StartError`` when the content doesn't fit what is published, or the database's error. Then
    ///   everything is as it was.
    func take(_ loaded: LoadedConfiguration, reason: String) async throws -> Reload {
        try await offEventLoop { try await self.work.run { try await self.takeInTurn(loaded, reason: reason) } }
    }

    private func takeInTurn(_ loaded: LoadedConfiguration, reason: String) async throws -> Reload {
        let (held, read) = (content.state, loaded.content.content)
        try await ContentFit(database: database).check(read)
        state.withLock { ($0.filesFault, $0.settings.appSecrets) = (nil, loaded.settings.appSecrets) }
        let stored = StoredContent(loaded.content.files)
        _ = try await FilesVersion(database: database).enter(
            stored, zones: read.zones, reason: reason, now: now)
        guard let inForce = try await database.contentVersion(inForceAt: now) else { return .unchanged }
        guard inForce.digest == stored.digest else {
            try await renewSecrets(held)
            return .superseded(by: inForce)
        }
        let next = read.keeping(try await database.contentZones(of: inForce.number))
        let isSame = next == held.content && loaded.settings.appSecrets(for: next) == held.appSecrets
        guard !isSame || held.version != inForce.number else { return .unchanged }
        for warning in warnings(about: next) { logger.warning("\(warning)") }
        return .changed(inForce, begins: try await put(next, inForce))
    }

    /// Takes over what holds of settings that were read again: the app secrets.
    func take(_ settings: Settings) async throws {
        try await offEventLoop {
            try await self.work.run {
                self.state.withLock { ($0.filesFault, $0.settings.appSecrets) = (nil, settings.appSecrets) }
                try await self.renewSecrets(self.content.state)
            }
        }
    }

    /// Gives the stores of the content in force the secrets of the settings as they are now.
    private func renewSecrets(_ held: ContentHolder.State) async throws {
        let secrets = settings.appSecrets(for: held.content)
        guard secrets != held.appSecrets else { return }
        _ = try await publisher.putInForce(
            held.content, version: held.version, appSecrets: secrets, now: timeline.earliest)
    }

    /// Remembers that the files can't be used.
    func note(filesFault: String) {
        state.withLock { $0.filesFault = filesFault }
    }
}
