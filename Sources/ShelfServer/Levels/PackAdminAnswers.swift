import ShelfDatabase
import ShelfModel
import ShelfWire

extension PackMoveOrder {
    /// - Throws: ``Problem`` for what no channel can be.
    init(_ asked: PackMoveRequest, of pack: String, by: String, at: Instant) throws {
        try asked.reason.checkReason()
        guard Pack.isID(asked.channel), asked.channel.utf8.count < Self.wordDigits else {
            throw Problem.badRequest("channel must be 1 to \(Self.wordDigits - 1) of a-z, 0-9 and -, such as stable.")
        }
        guard asked.share.map(PackPointer.shares.contains) ?? true else {
            throw Problem.badRequest("share must be from 1 to 9999 ten-thousandths; leave it out for all devices.")
        }
        let reach = try asked.reach.map { text in
            guard let reach = Reach(rawValue: text) else {
                throw Problem.badRequest("reach must be public or newWord; leave it out to leave it as it is.")
            }
            return reach
        }
        self.init(
            pack: pack, channel: asked.channel, release: asked.release, share: asked.share, reach: reach,
            reason: asked.reason, by: by, at: at, after: asked.after)
    }
}

extension PackMoveOrder.Judgement {
    /// How the channel is afterwards; `nil` when it is refused.
    var move: PackMove? {
        switch self {
        case .moved(let move), .unchanged(let move): move
        case .movedMeanwhile, .nothingForOthers: nil
        }
    }
}

extension PackChannelRecord {
    /// - Parameter tellsWord: whether the token that asks may know the word.
    init(_ move: PackMove, tellsWord: Bool = true) {
        self.init(
            channel: move.channel, word: tellsWord ? move.word : nil, sequence: move.sequence,
            release: move.pointer.release,
            share: move.pointer.rollout?.share, others: move.pointer.rollout?.others, reason: move.reason, by: move.by,
            atMs: move.sequence)
    }
}

extension PackAnswer.Move {
    init(_ move: PackMove) {
        self.init(
            channel: move.channel, isPublic: move.word == nil, sequence: move.sequence, release: move.pointer.release,
            share: move.pointer.rollout?.share, others: move.pointer.rollout?.others, reason: move.reason, by: move.by,
            atMs: move.sequence)
    }
}

extension PackReleaseRecord {
    init(_ release: StoredPackRelease) {
        self.init(
            release: release.number, content: Hex.encode(release.content), engine: release.engine,
            levels: release.levels, bareLevels: release.bareLevels, snapshotBytes: release.snapshot.length,
            version: release.version, atMs: release.at.milliseconds)
    }
}

extension PackReleaseAnswer {
    init(_ release: StoredPackRelease, _ pack: Pack) {
        self.init(
            release: PackReleaseRecord(release),
            levels: pack.levels.enumerated().map { index, level in
                Entry(
                    place: index + 1, id: level.id, title: level.title, author: level.author, tags: level.tags,
                    background: level.background, mapBytes: level.map.count)
            })
    }
}
