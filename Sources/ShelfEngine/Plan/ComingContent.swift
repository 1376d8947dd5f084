import ShelfConfiguration
import ShelfDatabase
package import ShelfModel

/// A content version that is scheduled to take effect.
package struct ComingContent: Sendable {
    package let version: ContentVersion
    let catalogue: Catalogue
    /// The store as the version has it; `nil` when the version has no such store, so that it closes.
    let store: StoreContent?

    /// Up to when everything is drawn by the content before.
    package var drawsFrom: Instant { StorePublisher.drawnUntil(whenInForceFrom: version.from) }
}

extension ComingContent {
    /// Reads the versions that take effect after `now` and before `end`, in order, as they are for one store. One that
    /// can't be put in force is left out, as the server will refuse it, too.
    static func of(
        _ store: String, after now: Instant, before end: Instant, in database: any ScheduleDatabase & ContentDatabase
    ) async throws -> [ComingContent] {
        var coming: [ComingContent] = []
        for version in try await database.contentVersions(comingAfter: now).comingInForce where version.from < end {
            let read: Content
            do {
                read = try await database.content(of: version, now: now)
            } catch is ConfigurationProblems {
                continue
            }
            guard try await ContentFit(database: database).fits(read) else { continue }
            coming.append(ComingContent(version: version, catalogue: read.catalogue, store: read[store: store]))
        }
        return coming
    }
}
