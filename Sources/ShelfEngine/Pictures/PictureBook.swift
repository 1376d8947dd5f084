package import ShelfDatabase
package import ShelfModel
import Synchronization

/// All pictures that there are, in memory, by their masters and by their names.
package final class PictureBook: Sendable {
    /// When a picture can be seen, and when the database may say so.
    struct Showing: Hashable {
        /// From when on its card can be read.
        let release: Instant
        /// From when on everybody sees the listing. In a prefetched store that is minutes later.
        let start: Instant
    }

    private struct State {
        var byMaster: [[UInt8]: StoredPicture] = [:]
        var byName: [[UInt8]: StoredPicture] = [:]
        /// The names of all pictures of each master, one of each pipeline.
        var names: [[UInt8]: Set<[UInt8]>] = [:]
        /// When pictures can be seen of which the database doesn't say it yet, by their names.
        var coming: [[UInt8]: Showing] = [:]

        /// The widest variant is known as a master, too, since an exported folder has it in the master's place.
        ///
        /// What was read before a picture was removed or shown doesn't undo that.
        ///
        /// - Returns: whether a removal is news.
        @discardableResult
        mutating func take(_ read: StoredPicture) -> Bool {
            let known = byName[read.picture.name]
            let picture = known.map(read.followed) ?? read
            byName[picture.picture.name] = picture
            names[picture.master, default: []].insert(picture.picture.name)
            if byMaster[picture.master].map({ $0.pipeline <= picture.pipeline }) ?? true {
                byMaster[picture.master] = picture
            }
            if let widest = picture.variants.last?.file,
                byMaster[widest].map({ $0.picture.name == picture.picture.name }) ?? true
            {
                byMaster[widest] = picture
            }
            return picture.removal != nil && known?.removal == nil
        }

        mutating func forget(_ master: [UInt8]) {
            guard let picture = byMaster[master] else { return }
            byName[picture.picture.name] = nil
            names[picture.master]?.remove(picture.picture.name)
            for digest in [picture.master] + picture.variants.map(\.file)
            where byMaster[digest]?.picture.name == picture.picture.name { byMaster[digest] = nil }
        }
    }

    private let database: any PictureDatabase
    private let state = Mutex(State())
    private let changes = Atomic(0)
    /// What was known of the pictures when they were read last.
    private let followed = Mutex(Followed(there: 0, shown: 0, removed: 0))

    private struct Followed: Equatable {
        let there: Int64
        let shown: Int64
        let removed: Int64
    }

    package init(database: any PictureDatabase) {
        self.database = database
    }

    /// Reads what other servers on the database have added.
    package func load() async throws {
        let pictures = try await database.pictures()
        let hasNews = state.withLock { state in pictures.reduce(false) { state.take($1) || $0 } }
        if hasNews { changes.add(1, ordering: .releasing) }
    }

    /// Increases whenever a picture may have been removed. An answer of before may be out of date.
    package var version: Int { changes.load(ordering: .acquiring) }

    /// Reads the pictures again when another server has made or removed one, or one is shown.
    ///
    /// - Returns: whether there may be other files.
    func follow(_ news: News) async throws -> Bool {
        let now = Followed(there: news.pictures, shown: news.shownPictures, removed: news.removedPictures)
        let before = followed.withLock(\.self)
        guard now != before else { return false }
        try await load()
        followed.withLock { $0 = now }
        return now.there != before.there || now.removed != before.removed
    }

    /// The digests of the variants of all pictures that there are, and those that only removed ones have, both sorted.
    var files: (there: [[UInt8]], removed: [[UInt8]]) {
        let pictures = state.withLock { Array($0.byName.values) }
        func files(_ isRemoved: Bool) -> Set<[UInt8]> {
            Set(pictures.filter { ($0.removal != nil) == isRemoved }.flatMap { $0.variants.map(\.file) })
        }
        let there = files(false)
        let sorted = { (files: Set<[UInt8]>) in files.sorted { $0.lexicographicallyPrecedes($1) } }
        return (sorted(there), sorted(files(true).subtracting(there)))
    }

    /// The picture of a master, which another server may have made; `nil` when there is none.
    package func read(of master: [UInt8]) async throws -> StoredPicture? {
        if let known = picture(of: master) { return known }
        try await load()
        return picture(of: master)
    }

    /// The latest picture of a master; `nil` when there is none.
    package func picture(of master: [UInt8]) -> StoredPicture? { state.withLock { $0.byMaster[master] } }

    /// The pictures that were removed, the last first.
    package var removals: [(picture: StoredPicture, removal: StoredPicture.Removal)] {
        state.withLock { state in
            state.byName.values.compactMap { picture in picture.removal.map { (picture, $0) } }
        }
        .sorted {
            $0.removal.at == $1.removal.at
                ? $0.picture.master.lexicographicallyPrecedes($1.picture.master) : $0.removal.at > $1.removal.at
        }
    }

    package func picture(named name: [UInt8]) -> StoredPicture? { state.withLock { $0.byName[name] } }

    /// Those of some masters whose picture an earlier pipeline made, and that should be sent again. What an export has
    /// in a master's place isn't the master, so nothing better could be made of it.
    package func outdated(of masters: [[UInt8]]) -> [[UInt8]] {
        state.withLock { state in
            masters.filter { master in
                guard let picture = state.byMaster[master], picture.removal == nil else { return false }
                return picture.master == master && picture.pipeline < PicturePipeline.current
            }
        }
    }

    /// The masters of which there is no picture in memory, in their order, without duplicates.
    private func unknown(of masters: [[UInt8]]) -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        return state.withLock { state in
            masters.filter { state.byMaster[$0] == nil && seen.insert($0).inserted }
        }
    }

    func add(_ picture: StoredPicture) { state.withLock { _ = $0.take(picture) } }

    /// Reads a picture again, of which another server may have noted that it is shown or removed.
    package func read(again name: [UInt8]) async throws -> StoredPicture? {
        guard let picture = try await database.picture(named: name) else { return nil }
        add(picture)
        return picture
    }

    /// Notes from when on pictures are on cards that somebody can read, so that their addresses answer then. A card
    /// that was drawn before a later pipeline made a picture has the earlier one, so all pictures of a master are
    /// meant.
    ///
    /// Only the memory says so before the listing begins: in the database it would tell which items are to come. Each
    /// server notes it of the listings that it reads.
    ///
    /// - Parameter showings: by the pictures' masters.
    func show(_ showings: [[UInt8]: Showing]) {
        state.withLock { state in
            for (master, showing) in showings {
                for name in state.byMaster[master].flatMap({ state.names[$0.master] }) ?? [] {
                    guard let picture = state.byName[name], picture.shownFrom.map({ $0 > showing.release }) ?? true
                    else { continue }
                    state.take(picture.shown(from: showing.release))
                    state.coming[name] = showing
                }
            }
        }
    }

    /// Writes to the database which pictures can be seen by now.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    func keepShown(by earliest: Instant) async throws {
        let shown = state.withLock { $0.coming.filter { $0.value.start <= earliest } }
        guard !shown.isEmpty else { return }
        try await database.showPictures(from: shown.mapValues(\.release))
        state.withLock { state in
            for (name, showing) in shown where state.coming[name] == showing { state.coming[name] = nil }
        }
    }

    /// Removes a picture for good: every address of it answers that it is gone, and cards that are drawn later have the
    /// glyph.
    ///
    /// - Returns: `nil` when no picture has this name.
    package func remove(
        named name: [UInt8], _ removal: StoredPicture.Removal,
        audit: @escaping @Sendable (StoredPicture?) -> AuditEntry?
    ) async throws -> StoredPicture? {
        guard let removed = try await database.removePicture(named: name, removal, audit: audit) else { return nil }
        // An earlier pipeline's pictures of its master are removed with it.
        try await load()
        changes.add(1, ordering: .releasing)
        return removed
    }
}

extension PictureBook: ContentPictures {
    /// Renews those that there are, so that none is forgotten before a version names it.
    package func missing(of masters: [[UInt8]], at instant: Instant) async throws -> [[UInt8]] {
        if !unknown(of: masters).isEmpty { try await load() }
        let known = Set(masters.compactMap { picture(of: $0)?.master })
        let there = try await database.renewPictures(Array(known), at: instant)
        // What the housekeeping of any server has forgotten.
        state.withLock { state in for master in known.subtracting(there) { state.forget(master) } }
        return unknown(of: masters)
    }

    func master(_ master: [UInt8]) -> [UInt8] { picture(of: master)?.master ?? master }

    func removed(of masters: [[UInt8]]) -> Set<[UInt8]> {
        Set(masters.filter { picture(of: $0)?.removal != nil })
    }

    func name(_ masters: [[UInt8]], at instant: Instant) async throws {
        try await database.namePictures(masters.compactMap { picture(of: $0)?.master }, at: instant)
    }
}

extension StoredPicture {
    /// This picture as it is after what is known of it already.
    fileprivate func followed(_ known: StoredPicture) -> StoredPicture {
        StoredPicture(
            master: master, pipeline: pipeline, picture: picture, variants: variants,
            shownFrom: [shownFrom, known.shownFrom].compactMap(\.self).min(), removal: known.removal ?? removal)
    }

    fileprivate func shown(from instant: Instant) -> StoredPicture {
        StoredPicture(
            master: master, pipeline: pipeline, picture: picture, variants: variants,
            shownFrom: min(shownFrom ?? instant, instant), removal: removal)
    }
}
