package import ShelfDatabase
package import ShelfModel
import ShelfWire

/// All releases of packs and all channels as they were read: a value that answers what is public of them.
package struct PackShelf: Sendable {
    /// By pack and number.
    private var releases: [String: [Int: StoredPackRelease]] = [:]
    /// By pack and later release.
    private var deltas: [String: [Int: [StoredPackDelta]]] = [:]
    /// By pack and channel, the last move.
    private var channels: [String: [String: PackMove]] = [:]
    /// By pack and channel, the releases that it has pointed at, the last first, each once.
    private var histories: [String: [String: [Int]]] = [:]
    private var addresses: [String: [String: PackMove]] = [:]
    /// By pack and source, the release that was made of it.
    private var sources: [String: [[UInt8]: Int]] = [:]
    /// The files that everybody may read who knows their names.
    private var files: [[UInt8]: FileHead] = [:]
    /// All moves, the last first.
    private var moves: [PackMove] = []

    /// From this number of releases that a channel has pointed at there is a delta.
    static let mostDeltas = 8

    init() {}

    init(_ stored: StoredPacks) {
        for release in stored.releases {
            releases[release.pack, default: [:]][release.number] = release
            if release.shownFrom != nil { files[release.snapshot.digest] = release.snapshot }
        }
        for delta in stored.deltas {
            deltas[delta.pack, default: [:]][delta.to, default: []].append(delta)
            if releases[delta.pack]?[delta.to]?.shownFrom != nil { files[delta.file.digest] = delta.file }
        }
        for move in stored.moves {
            // Who reads a public channel mustn't learn what it pointed at while it was reached by a word.
            if move.word == nil, channels[move.pack]?[move.channel]?.word != nil {
                histories[move.pack, default: [:]][move.channel] = []
            }
            var history = histories[move.pack]?[move.channel] ?? []
            for release in move.pointer.releases.reversed() {
                history.removeAll { $0 == release }
                history.insert(release, at: 0)
            }
            histories[move.pack, default: [:]][move.channel] = history
            channels[move.pack, default: [:]][move.channel] = move
        }
        for move in channels.values.flatMap(\.values) { addresses[move.pack, default: [:]][move.address] = move }
        for source in stored.sources { sources[source.pack, default: [:]][source.digest] = source.release }
        moves = stored.moves.reversed()
    }

    /// The packs that have a release, sorted.
    package var packs: [String] { releases.keys.sorted() }

    /// The packs that everybody reaches by the name of a channel, sorted.
    package func packs(withPublic channel: String) -> [String] {
        channels.compactMap { $1[channel].map { $0.word == nil } == true ? $0 : nil }.sorted()
    }

    /// A pack's releases, the newest first.
    package func releases(of pack: String) -> [StoredPackRelease] {
        (releases[pack] ?? [:]).values.sorted { $0.number > $1.number }
    }

    package func release(_ number: Int, of pack: String) -> StoredPackRelease? { releases[pack]?[number] }

    /// The number of the release that was made of a pack's source; `nil` when none was.
    func release(of source: [UInt8], _ pack: String) -> Int? { sources[pack]?[source] }

    /// The last moves of a pack's channels, sorted by channel.
    package func channels(of pack: String) -> [PackMove] {
        (channels[pack] ?? [:]).values.sorted { $0.channel < $1.channel }
    }

    /// A pack's moves, the last first.
    package func moves(of pack: String) -> [PackMove] { moves.filter { $0.pack == pack } }

    func channel(_ channel: String, of pack: String) -> PackMove? { channels[pack]?[channel] }

    func channel(of pack: String, at address: String) -> PackMove? { addresses[pack]?[address] }

    /// A file that a release which a channel has pointed at consists of.
    package func file(_ digest: [UInt8]) -> FileHead? { files[digest] }

    /// The digests of the files that everybody may read, sorted.
    var publicFiles: [[UInt8]] { files.keys.sorted { $0.lexicographicallyPrecedes($1) } }

    func hasDelta(from: Int, to: Int, of pack: String) -> Bool {
        deltas[pack]?[to]?.contains { $0.from == from } ?? false
    }

    /// The releases that devices of a channel may have, the last first.
    func history(of channel: String, _ pack: String) -> [Int] { histories[pack]?[channel] ?? [] }

    func document(of channel: PackMove, goodUntil: Instant) -> PackDocument? {
        guard let release = release(channel.pointer.release, for: channel) else { return nil }
        var rollout: PackDocument.Rollout?
        if let (share, others) = channel.pointer.rollout.map({ ($0.share, $0.others) }) {
            guard let others = self.release(others, for: channel) else { return nil }
            rollout = PackDocument.Rollout(share: share, others: others)
        }
        return PackDocument(
            pack: channel.pack, channel: channel.address, sequence: channel.sequence,
            goodUntilMs: goodUntil.milliseconds, release: release, rollout: rollout)
    }

    /// A release with its deltas, first those from what devices of the channel may have, and last the one from the
    /// empty pack.
    private func release(_ number: Int, for channel: PackMove) -> PackRelease? {
        guard let stored = releases[channel.pack]?[number] else { return nil }
        let deltas = Dictionary(
            (deltas[channel.pack]?[number] ?? []).map { ($0.from, $0.file) }, uniquingKeysWith: { first, _ in first })
        let earlier = history(of: channel.channel, channel.pack).filter { $0 != number && deltas[$0] != nil }
        var known = earlier.prefix(Self.mostDeltas).compactMap { from -> PackRelease.Delta? in
            guard let file = deltas[from], let former = releases[channel.pack]?[from] else { return nil }
            return PackRelease.Delta(from: Hex.encode(former.content), file: PackRelease.File(file))
        }
        if let file = deltas[StoredPackDelta.emptyPack] {
            let empty = Pack.empty(channel.pack).content
            known.append(PackRelease.Delta(from: Hex.encode(empty), file: PackRelease.File(file)))
        }
        return PackRelease(
            content: Hex.encode(stored.content), engine: stored.engine, snapshot: PackRelease.File(stored.snapshot),
            deltas: known)
    }
}
