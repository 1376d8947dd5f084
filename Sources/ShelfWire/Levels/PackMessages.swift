/// `POST /v1/admin/missing-bundles`: which bundles the server lacks.
package struct MissingBundlesRequest: Hashable, Sendable, Codable {
    /// SHA-256 of each bundle in lower-case hexadecimal digits.
    package let bundles: [String]

    package init(bundles: [String]) {
        self.bundles = bundles
    }
}

package struct MissingBundlesAnswer: Hashable, Sendable, Codable {
    /// In the order of the request, each once.
    package let missing: [String]

    package init(missing: [String]) {
        self.missing = missing
    }
}

/// `PUT /v1/admin/pack-bundles/{bundle}`: what is in the bundle that was sent.
package struct PackBundleAnswer: Hashable, Sendable, Codable {
    package let levels: Int
    package let engine: Int

    package init(levels: Int, engine: Int) {
        (self.levels, self.engine) = (levels, engine)
    }
}

/// A channel, since its last move.
package struct PackChannelRecord: Hashable, Sendable, Codable {
    package let channel: String
    /// What devices ask for in place of the channel's name; `nil` for a channel that is public.
    package let word: String?
    package let sequence: Int64
    package let release: Int
    /// For how many of ten thousand devices the release is; `nil` for all.
    package let share: Int?
    /// The release that the other devices keep; `nil` where there is no share.
    package let others: Int?
    package let reason: String
    package let by: String
    package let atMs: Int64

    package init(
        channel: String, word: String?, sequence: Int64, release: Int, share: Int?, others: Int?, reason: String,
        by: String, atMs: Int64
    ) {
        self.channel = channel
        self.word = word
        self.sequence = sequence
        self.release = release
        self.share = share
        self.others = others
        self.reason = reason
        self.by = by
        self.atMs = atMs
    }
}

/// `GET /v1/admin/packs`: the packs that have a release, by id.
package struct PacksAnswer: Hashable, Sendable, Codable {
    /// The key that documents of channels are signed with, which apps are built with; `nil` while there is no pack.
    package let publicKey: String?
    package let packs: [Entry]

    package struct Entry: Hashable, Sendable, Codable {
        package let pack: String
        /// The release that the content in force has; `nil` when it hasn't this pack, or its release is still being made.
        package let inForce: Int?
        package let newest: Int
        package let channels: [PackChannelRecord]

        package init(pack: String, inForce: Int?, newest: Int, channels: [PackChannelRecord]) {
            (self.pack, self.inForce, self.newest, self.channels) = (pack, inForce, newest, channels)
        }
    }

    package init(publicKey: String?, packs: [Entry]) {
        (self.publicKey, self.packs) = (publicKey, packs)
    }
}

package struct PackReleaseRecord: Hashable, Sendable, Codable {
    package let release: Int
    /// ``ShelfModel/Pack/content`` in hexadecimal.
    package let content: String
    package let engine: Int
    package let levels: Int
    /// How many of them lack the background that their pack gives them, because there was no picture of it.
    package let bareLevels: Int
    package let snapshotBytes: Int
    /// The content version with which it came first.
    package let version: Int64
    package let atMs: Int64

    package init(
        release: Int, content: String, engine: Int, levels: Int, bareLevels: Int, snapshotBytes: Int, version: Int64,
        atMs: Int64
    ) {
        self.release = release
        self.content = content
        self.engine = engine
        self.levels = levels
        self.bareLevels = bareLevels
        self.snapshotBytes = snapshotBytes
        self.version = version
        self.atMs = atMs
    }
}

/// `GET /v1/admin/packs/{pack}`.
package struct PackAnswer: Hashable, Sendable, Codable {
    package let pack: String
    package let inForce: Int?
    /// The newest first.
    package let releases: [PackReleaseRecord]
    package let channels: [PackChannelRecord]
    /// The last 100, the last first.
    package let moves: [Move]

    package struct Move: Hashable, Sendable, Codable {
        package let channel: String
        package let isPublic: Bool
        package let sequence: Int64
        package let release: Int
        package let share: Int?
        package let others: Int?
        package let reason: String
        package let by: String
        package let atMs: Int64

        package init(
            channel: String, isPublic: Bool, sequence: Int64, release: Int, share: Int?, others: Int?, reason: String,
            by: String, atMs: Int64
        ) {
            self.channel = channel
            self.isPublic = isPublic
            self.sequence = sequence
            self.release = release
            self.share = share
            self.others = others
            self.reason = reason
            self.by = by
            self.atMs = atMs
        }
    }

    package init(
        pack: String, inForce: Int?, releases: [PackReleaseRecord], channels: [PackChannelRecord], moves: [Move]
    ) {
        self.pack = pack
        self.inForce = inForce
        self.releases = releases
        self.channels = channels
        self.moves = moves
    }
}

/// `GET /v1/admin/packs/{pack}/releases/{release}`.
package struct PackReleaseAnswer: Hashable, Sendable, Codable {
    package let release: PackReleaseRecord
    /// In the order in which they are played.
    package let levels: [Entry]

    package struct Entry: Hashable, Sendable, Codable {
        /// Counted from 1.
        package let place: Int
        package let id: String
        package let title: String
        package let author: String?
        package let tags: [String]
        /// As the snapshot has it: the public name of a picture, or a name that the app knows.
        package let background: String?
        package let mapBytes: Int

        package init(
            place: Int, id: String, title: String, author: String?, tags: [String], background: String?, mapBytes: Int
        ) {
            self.place = place
            self.id = id
            self.title = title
            self.author = author
            self.tags = tags
            self.background = background
            self.mapBytes = mapBytes
        }
    }

    package init(release: PackReleaseRecord, levels: [Entry]) {
        (self.release, self.levels) = (release, levels)
    }
}

/// `GET /v1/admin/packs/{pack}/difference`: what differs between two releases.
package struct PackDifferenceAnswer: Hashable, Sendable, Codable {
    package let pack: String
    package let from: Int
    package let to: Int
    /// Of the least engine version; `nil` when it is the same.
    package let engine: ContentDifferenceAnswer.EngineChange?
    package let levels: [ContentDifferenceAnswer.LevelChange]

    package init(
        pack: String, from: Int, to: Int, engine: ContentDifferenceAnswer.EngineChange?,
        levels: [ContentDifferenceAnswer.LevelChange]
    ) {
        self.pack = pack
        self.from = from
        self.to = to
        self.engine = engine
        self.levels = levels
    }
}

/// `POST /v1/admin/packs/{pack}/moves`: a channel is to point at a release.
package struct PackMoveRequest: Hashable, Sendable, Codable {
    package let channel: String
    package let release: Int
    /// For how many of ten thousand devices it is; for all when it is left out.
    package let share: Int?
    /// `public`, or `newWord` for a channel that only devices with the new word reach. Left out, it stays as it is; a new
    /// channel is public.
    package let reach: String?
    package let reason: String
    /// The channel's sequence as the author has seen it, 0 for a channel that isn't there. When it has another one, nothing
    /// is changed.
    package let after: Int64?

    package init(
        channel: String, release: Int, share: Int? = nil, reach: String? = nil, reason: String, after: Int64? = nil
    ) {
        self.channel = channel
        self.release = release
        self.share = share
        self.reach = reach
        self.reason = reason
        self.after = after
    }

    /// - Throws: also for a member that is none of these: a share that is misspelt would reach all devices.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            channel: try members.decode(String.self, forKey: .channel),
            release: try members.decode(Int.self, forKey: .release),
            share: try members.decodeIfPresent(Int.self, forKey: .share),
            reach: try members.decodeIfPresent(String.self, forKey: .reach),
            reason: try members.decode(String.self, forKey: .reason),
            after: try members.decodeIfPresent(Int64.self, forKey: .after))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case channel, release, share, reach, reason, after
    }
}

package struct PackMoveAnswer: Hashable, Sendable, Codable {
    package let channel: PackChannelRecord
    /// `false` when the channel was so already.
    package let isNew: Bool

    package init(channel: PackChannelRecord, isNew: Bool) {
        (self.channel, self.isNew) = (channel, isNew)
    }
}
