import Logging
package import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import Synchronization

/// Publishes content versions, and keeps the one in force that is to be.
///
/// One change follows another. Content is parsed in tasks of their own, never on an event loop.
package final class ContentVersions: Sendable {
    struct State {
        /// The settings', which content versions don't hold.
        var settings: Settings
        /// When the content in force took effect.
        var from: Instant
        /// What is wrong with the content files; `nil` when they are sound.
        var filesFault: String?
        /// Why the version that should be in force can't be; `nil` when it is.
        var refusal: String?
    }

    let content: ContentHolder
    let publisher: any ContentPublisher
    let pictures: any ContentPictures
    let packs: any ContentPacks
    let space: any ContentSpace
    let database: any ShelfDatabase
    let timeline: Timeline
    let logger: Logger
    let state: Mutex<State>
    let work = SerialWork()

    init(
        _ start: ContentStart, content: ContentHolder, publisher: any ContentPublisher,
        pictures: any ContentPictures, packs: any ContentPacks, space: any ContentSpace, database: any ShelfDatabase,
        timeline: Timeline, logger: Logger
    ) {
        (self.content, self.publisher, self.database) = (content, publisher, database)
        (self.pictures, self.packs, self.space) = (pictures, packs, space)
        (self.timeline, self.logger) = (timeline, logger)
        state = Mutex(
            State(
                settings: start.configuration.settings, from: start.version?.from ?? .distantPast,
                filesFault: start.fault, refusal: nil))
    }

    /// What keeps the content from being what it should be, though the stores go on. It names no item.
    package var faults: [String] {
        state.withLock { [$0.filesFault, $0.refusal].compactMap(\.self) }
    }

    /// What decides which content is in force, and where its files are.
    package var ownership: ContentSettings { settings.content }

    var settings: Settings { state.withLock { $0.settings } }

    /// Puts a version in force when there is news of it: another server has published one, or a scheduled one takes
    /// effect.
    func follow(_ news: News) async {
        if let version = news.contentVersion, isNews(version) { await follow() }
    }

    /// Puts the version in force whose instant has come, unless it is in force already.
    package func follow() async {
        do {
            let inForce = try await database.contentVersion(inForceAt: now)
            guard let inForce, isNews(inForce.number) else { return }
            try await offEventLoop { await self.follow(inForce) }
        } catch is CancellationError {
        } catch {
            logger.warning("the content version in force can't be read", metadata: ["why": "\(error)"])
        }
    }

    /// The instant by which versions take effect here. It isn't before the one in force did, even if another server,
    /// whose clock is ahead, published that.
    var now: Instant { max(timeline.earliest, state.withLock { $0.from }) }

    private func isNews(_ version: Int64) -> Bool { content.state.followed != version }

    private func follow(_ version: ContentVersion) async {
        await work.run {
            guard isNews(version.number) else { return }
            do {
                _ = try await put(try await database.content(of: version, now: now), version)
            } catch let error where error is ConfigurationProblems || error is StartError {
                refuse(version, error)
            } catch {
                logger.warning(
                    "a content version can't be put in force yet",
                    metadata: ["version": "\(version.number)", "why": "\(error)"])
            }
        }
    }

    private func refuse(_ version: ContentVersion, _ error: any Error) {
        let fault = "content version \(version.number) can't be put in force, so what was in force goes on"
        for line in "\(error)".split(separator: "\n") { logger.error("\(line)") }
        logger.error("\(fault)")
        state.withLock { $0.refusal = "\(fault); see the log" }
        content.goOn(insteadOf: version.number)
    }

    /// Puts content in force, new stores included.
    ///
    /// - Returns: for each store that there was before, when the first listing can begin that is drawn by it.
    func put(_ next: Content, _ version: ContentVersion) async throws -> [String: Instant] {
        // Another server may have made them.
        _ = try await pictures.missing(of: next.masters, at: now)
        let secrets = settings.appSecrets(for: next)
        let former = content.state.version
        let begins = try await publisher.putInForce(
            next, version: version.number, appSecrets: secrets, now: timeline.earliest)
        state.withLock { ($0.refusal, $0.from) = (nil, version.from) }
        logger.notice(
            "a content version is in force",
            metadata: [
                "version": "\(version.number)", "author": "\(version.author)",
                "insteadOf": "\(former.map { "version \($0)" } ?? "content without a number")",
                "stores": "\(next.stores.count)", "items": "\(next.catalogue.items.count)",
                "firstNewListingInSeconds": "\(first(begins))",
            ])
        await publisher.publish(earliest: timeline.earliest)
        await releasePacks()
        return begins
    }

    /// Makes releases of the packs of the content in force, as far as there are none and their bundles are there. A
    /// server stores the bundles of its own files after it has started.
    ///
    /// - Parameter waits: whether packs are left out whose pictures aren't made.
    package func releasePacks(waitingForPictures waits: Bool = true) async {
        let held = content.state
        guard let version = held.version else { return }
        do {
            let missing = Set(try await packs.missing(of: held.content.packs, at: now))
            try await packs.prepare(
                held.content.packs.filter { !missing.contains($0) }, version: version, waitingForPictures: waits)
        } catch {
            logger.error("a pack of levels can't be released", metadata: ["why": "\(error)"])
        }
    }

    private func first(_ begins: [String: Instant]) -> String {
        begins.values.min().map { "\(($0 - timeline.earliest).wholeSeconds)" } ?? "none"
    }

    /// What the stores have published, and what is left and withdrawn in each.
    ///
    /// - Parameter isDrawn: whether the plans of the content that is checked are drawn, too.
    func published(drawing isDrawn: Bool) async throws -> PublishedContent {
        let drawnUntil = await publisher.drawnUntil
        let (sold, withdrawn) = try await publisher.soldAndWithdrawn(at: timeline.earliest)
        let stores = content.current.stores.compactMap { store in
            drawnUntil[store.id].map { end in
                var left = sold
                left.withdrawn = withdrawn.items(of: store.id)
                return (
                    store.id, PublishedContent.Store(drawnUntil: end, plan: store.rules.plan, editionsLeft: left)
                )
            }
        }
        return PublishedContent(Dictionary(uniqueKeysWithValues: stores), isDrawn: isDrawn)
    }
}
