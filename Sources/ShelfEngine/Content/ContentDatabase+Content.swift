import ShelfConfiguration
import ShelfDatabase
import ShelfModel

extension ContentDatabase {
    /// Reads a version's content, with the zones that it keeps.
    ///
    /// - Throws: `ConfigurationProblems`, or the database's error.
    func content(of version: ContentVersion, now: Instant) async throws -> Content {
        let files = try await contentFiles(version.digest) ?? []
        return try ConfigurationLoader.content(files, zones: .kept(await contentZones(of: version.number)), now: now)
            .content
    }
}
