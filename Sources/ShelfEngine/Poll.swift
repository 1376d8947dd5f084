import ShelfDatabase
import ShelfModel
import Synchronization

/// Follows what other servers on the database change: asks it once for all subjects, and lets each subject read what is
/// news to it. A service asks twice a second.
package struct Poll: Sendable {
    let database: any NewsDatabase
    let orders: OrderWatch
    let timeline: Timeline
    let versions: ContentVersions
    let publisher: Publisher
    let notices: NoticeBoard
    let soldOut: SoldOutListings
    let pauses: Pauses
    let pictures: PictureBook
    let packs: PackBook
    let files: FileCache
    let spaceWatch: SpaceWatch
    let backupWatch: BackupWatch
    let clockWatch: ClockWatch
    let playerNews: PlayerNews?

    /// It also stores what this server knows that others have to know: which pictures can be seen by now.
    ///
    /// A database that doesn't answer is asked again with the next call. Until then the till refuses what is withdrawn
    /// all the same.
    ///
    /// - Returns: the stores that had something to tell their readers.
    @discardableResult
    package func ask() async -> [String] {
        await orders.ask()
        await spaceWatch.ask()
        backupWatch.ask()
        await clockWatch.ask()
        try? await pictures.keepShown(by: timeline.earliest)
        guard let news = try? await database.news(at: versions.now) else { return [] }
        let earliest = timeline.earliest
        await versions.follow(news)
        let hasNewPictures = (try? await pictures.follow(news)) ?? false
        let hasNewPacks = (try? await packs.follow(news)) ?? false
        if hasNewPictures || hasNewPacks { copyFiles() }
        try? await playerNews?.follow()
        try? await publisher.follow(news, earliest: earliest)
        try? await pauses.follow(news)
        let soldOut = await soldOut.follow(earliest: earliest)
        return (try? await notices.follow(news, soldOut: soldOut, earliest: earliest)) ?? []
    }

    /// Begins to copy the files of pictures and packs from the database, and deletes the copies of removed ones.
    func copyFiles() {
        let variants = pictures.files
        files.follow(variants.there + packs.shelf.publicFiles, removed: variants.removed)
    }
}
