/// A file of a content version. Content is text in UTF-8.
package struct ContentFileMessage: Hashable, Sendable, Codable {
    package let path: String
    package let text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// A content version without its files.
package struct ContentVersionRecord: Hashable, Sendable, Codable {
    package let number: Int64
    /// SHA-256 in hexadecimal.
    package let digest: String
    /// The name of the admin's token; `files` for a version that a server read from its files.
    package let author: String
    package let atMs: Int64
    package let reason: String
    package let origin: Origin
    /// The version whose content this one brought back.
    package let rolledBackTo: Int64?
    /// When it takes effect.
    package let fromMs: Int64
    /// Who has cancelled it; `nil` when nobody has. It never takes effect then.
    package let cancelled: Cancelled?
    /// The version that takes or took effect at its instant instead of it; `nil` when it takes effect itself, and where
    /// this isn't told.
    package let replacedBy: Int64?

    package struct Cancelled: Hashable, Sendable, Codable {
        /// The name of the admin's token.
        package let by: String
        package let atMs: Int64
        package let reason: String

        package init(by: String, atMs: Int64, reason: String) {
            (self.by, self.atMs, self.reason) = (by, atMs, reason)
        }
    }

    package enum Origin: String, Hashable, Sendable, Codable {
        case files
        case published
        case rolledBack = "rolled_back"
    }

    package init(
        number: Int64, digest: String, author: String, atMs: Int64, reason: String, origin: Origin,
        rolledBackTo: Int64?, fromMs: Int64, cancelled: Cancelled? = nil, replacedBy: Int64? = nil
    ) {
        self.number = number
        self.digest = digest
        self.author = author
        self.atMs = atMs
        self.reason = reason
        self.origin = origin
        self.rolledBackTo = rolledBackTo
        self.fromMs = fromMs
        self.cancelled = cancelled
        self.replacedBy = replacedBy
    }
}

/// `GET /v1/admin/content/versions`: the versions, the newest first.
package struct ContentVersionsAnswer: Hashable, Sendable, Codable {
    package let versions: [ContentVersionRecord]
    /// The version that is in force on the server that answers; `nil` when its content is no version.
    package let inForce: Int64?
    /// The value of `before` for the next page; `nil` on the last page.
    package let next: Int64?
    package let owner: Owner
    /// Where people change the files that own the content; `nil` when the server owns it, or doesn't know.
    package let source: String?

    /// What decides which content is in force.
    package enum Owner: String, Hashable, Sendable, Codable {
        /// The versions that admins publish.
        case server
        /// The server's own files. Nothing can be published in another way.
        case files
    }

    package init(
        versions: [ContentVersionRecord], inForce: Int64?, next: Int64?, owner: Owner = .server, source: String? = nil
    ) {
        self.versions = versions
        self.inForce = inForce
        self.next = next
        self.owner = owner
        self.source = source
    }
}

/// `GET /v1/admin/content/versions/{number}/files`: a version's files, byte for byte as they were published.
package struct ContentFilesAnswer: Hashable, Sendable, Codable {
    package let files: [ContentFileMessage]

    package init(files: [ContentFileMessage]) {
        self.files = files
    }
}

/// `GET /v1/admin/content/items`: the items of the content in force, by id.
package struct ContentItemsAnswer: Hashable, Sendable, Codable {
    package let items: [Entry]

    package struct Entry: Hashable, Sendable, Codable {
        package let id: String
        package let name: String
        package let set: String
        package let price: Int64
        /// A day on each store's calendar, or an instant.
        package let released: String
        /// SHA-256 of the master of its picture in hexadecimal, by which admins ask for it; `nil` when it has none.
        package let master: String?

        package init(
            id: String, name: String, set: String, price: Int64, released: String, master: String? = nil
        ) {
            self.id = id
            self.name = name
            self.set = set
            self.price = price
            self.released = released
            self.master = master
        }
    }

    package init(items: [Entry]) {
        self.items = items
    }
}

/// `POST /v1/admin/content/versions`: content that is to be the next version.
package struct ContentPublicationRequest: Hashable, Sendable, Codable {
    /// `content.yaml`, `plan.yaml` where something is planned, and the catalogue files that it names.
    package let files: [ContentFileMessage]
    package let reason: String
    /// When it shall take effect; at once when it is left out.
    package let fromMs: Int64?
    /// The version that the files were made from; 0 for none. What came since is not undone.
    package let base: Int64
    /// The highest version for which the author accepts that it is undone, undoes this, or comes early; `nil` to accept
    /// nothing.
    package let over: Int64?
    /// A scheduled version that gets the same changes, so that it doesn't undo them; `nil` for none.
    package let alsoIn: Int64?
    /// Whether the planned appearances go that the base has, where `plan.yaml` is left out.
    package let dropPlan: Bool?

    package init(
        files: [ContentFileMessage], reason: String, fromMs: Int64? = nil, base: Int64, over: Int64? = nil,
        alsoIn: Int64? = nil, dropPlan: Bool? = nil
    ) {
        self.files = files
        self.reason = reason
        self.fromMs = fromMs
        self.base = base
        self.over = over
        self.alsoIn = alsoIn
        self.dropPlan = dropPlan
    }

    /// - Throws: also for a member that is none of these.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            files: try members.decode([ContentFileMessage].self, forKey: .files),
            reason: try members.decode(String.self, forKey: .reason),
            fromMs: try members.decodeIfPresent(Int64.self, forKey: .fromMs),
            base: try members.decode(Int64.self, forKey: .base),
            over: try members.decodeIfPresent(Int64.self, forKey: .over),
            alsoIn: try members.decodeIfPresent(Int64.self, forKey: .alsoIn),
            dropPlan: try members.decodeIfPresent(Bool.self, forKey: .dropPlan))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case files, reason, fromMs, base, over, alsoIn, dropPlan
    }
}

/// `POST /v1/admin/content/roll-back`: an earlier version's content is to be the next version.
package struct ContentRollBackRequest: Hashable, Sendable, Codable {
    package let to: Int64
    package let reason: String
    package let fromMs: Int64?
    package let base: Int64
    package let over: Int64?
    /// A scheduled version that gets the same changes, so that it doesn't undo them; `nil` for none.
    package let alsoIn: Int64?

    package init(to: Int64, reason: String, fromMs: Int64? = nil, base: Int64, over: Int64? = nil, alsoIn: Int64? = nil)
    {
        self.to = to
        self.reason = reason
        self.fromMs = fromMs
        self.base = base
        self.over = over
        self.alsoIn = alsoIn
    }

    /// - Throws: also for a member that is none of these.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            to: try members.decode(Int64.self, forKey: .to),
            reason: try members.decode(String.self, forKey: .reason),
            fromMs: try members.decodeIfPresent(Int64.self, forKey: .fromMs),
            base: try members.decode(Int64.self, forKey: .base),
            over: try members.decodeIfPresent(Int64.self, forKey: .over),
            alsoIn: try members.decodeIfPresent(Int64.self, forKey: .alsoIn))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case to, reason, fromMs, base, over, alsoIn
    }
}

/// The answer to a publication or a roll-back.
package struct ContentPublicationAnswer: Hashable, Sendable, Codable {
    package let version: ContentVersionRecord
    /// `false` when this content is the newest version already.
    package let isNew: Bool
    package let stores: [Store]
    /// The next scheduled version, which will take this one's place.
    package let next: ContentVersionRecord?
    package let warnings: [ContentProblem]

    package struct Store: Hashable, Sendable, Codable {
        package let store: String
        /// Up to here everything is published and stays: the first instant at which the shelf can show something else.
        package let drawnUntilMs: Int64

        package init(store: String, drawnUntilMs: Int64) {
            self.store = store
            self.drawnUntilMs = drawnUntilMs
        }
    }

    package init(
        version: ContentVersionRecord, isNew: Bool, stores: [Store], next: ContentVersionRecord?,
        warnings: [ContentProblem]
    ) {
        self.version = version
        self.isNew = isNew
        self.stores = stores
        self.next = next
        self.warnings = warnings
    }
}

/// `POST /v1/admin/content/reload`: what became of the configuration files.
package struct ContentReloadAnswer: Hashable, Sendable, Codable {
    package let outcome: Outcome
    /// The version in force.
    package let version: ContentVersionRecord?
    package let stores: [ContentPublicationAnswer.Store]

    package enum Outcome: String, Hashable, Sendable, Codable {
        /// Their content is in force now.
        case changed
        /// Their content was in force already.
        case unchanged
        /// They are unchanged since they were read last, and something else was published since, which stays.
        case superseded
    }

    package init(outcome: Outcome, version: ContentVersionRecord?, stores: [ContentPublicationAnswer.Store]) {
        self.outcome = outcome
        self.version = version
        self.stores = stores
    }
}

/// An error or a warning about content that was sent.
package struct ContentProblem: Hashable, Sendable, Codable {
    package let isWarning: Bool
    package let file: String?
    package let line: Int?
    package let found: String
    package let expected: String
    /// The whole message.
    package let text: String

    package init(isWarning: Bool, file: String?, line: Int?, found: String, expected: String, text: String) {
        self.isWarning = isWarning
        self.file = file
        self.line = line
        self.found = found
        self.expected = expected
        self.text = text
    }
}

/// `GET /v1/admin/content/difference`: what differs between two versions.
package struct ContentDifferenceAnswer: Hashable, Sendable, Codable {
    package let from: Int64
    package let to: Int64
    package let title: ChangedField?
    /// The ids of the stores that both have, if they come in another order.
    package let order: ChangedField?
    package let items: [Entry]
    package let stores: [Entry]
    package let shifts: [Shift]
    package let packs: [PackChange]

    package struct ChangedField: Hashable, Sendable, Codable {
        package let name: String
        package let before: String?
        package let after: String?

        package init(name: String, before: String?, after: String?) {
            self.name = name
            self.before = before
            self.after = after
        }
    }

    package struct Entry: Hashable, Sendable, Codable {
        package let id: String
        /// `added`, `removed` or `changed`.
        package let kind: String
        package let fields: [ChangedField]

        package init(id: String, kind: String, fields: [ChangedField]) {
            self.id = id
            self.kind = kind
            self.fields = fields
        }
    }

    /// How often a set or an item is expected among a store's listings, in millionths.
    package struct Shift: Hashable, Sendable, Codable {
        package let store: String
        package let set: String?
        package let item: String?
        package let before: Int
        package let after: Int
        /// Whether the shares are of the weights, not of the listings of a day that was drawn.
        package let byWeights: Bool

        package init(store: String, set: String?, item: String?, before: Int, after: Int, byWeights: Bool = false) {
            self.store = store
            self.set = set
            self.item = item
            self.before = before
            self.after = after
            self.byWeights = byWeights
        }
    }

    /// A pack of levels.
    package struct PackChange: Hashable, Sendable, Codable {
        package let pack: String
        /// `added`, `removed` or `changed`.
        package let kind: String
        package let engine: EngineChange?
        /// Of a pack that is changed, the first of them.
        package let levels: [LevelChange]
        /// How many there are besides.
        package let more: Int

        package init(pack: String, kind: String, engine: EngineChange?, levels: [LevelChange], more: Int) {
            self.pack = pack
            self.kind = kind
            self.engine = engine
            self.levels = levels
            self.more = more
        }
    }

    /// Of the least version of the game's engine.
    package struct EngineChange: Hashable, Sendable, Codable {
        package let before: Int
        package let after: Int

        package init(before: Int, after: Int) {
            (self.before, self.after) = (before, after)
        }
    }

    package struct LevelChange: Hashable, Sendable, Codable {
        package let level: String
        /// `added`, `removed`, `changed` or `moved`. A level may be changed and moved.
        package let kind: String
        /// The names of the fields that differ; empty unless the level is changed.
        package let fields: [String]
        /// Its place before, counted from 1, where it is removed or moved.
        package let from: Int?
        /// Its place after, where it is added or moved.
        package let to: Int?

        package init(level: String, kind: String, fields: [String] = [], from: Int? = nil, to: Int? = nil) {
            self.level = level
            self.kind = kind
            self.fields = fields
            self.from = from
            self.to = to
        }
    }

    package init(
        from: Int64, to: Int64, title: ChangedField?, order: ChangedField?, items: [Entry], stores: [Entry],
        shifts: [Shift],
        packs: [PackChange]
    ) {
        self.from = from
        self.to = to
        self.title = title
        self.order = order
        self.items = items
        self.stores = stores
        self.shifts = shifts
        self.packs = packs
    }
}

/// A draft without its files.
package struct ContentDraftRecord: Hashable, Sendable, Codable {
    package let name: String
    /// Counts up from 1 with every change.
    package let revision: Int64
    /// SHA-256 in hexadecimal.
    package let digest: String
    /// Whose change the last one was.
    package let author: String
    package let atMs: Int64

    package init(name: String, revision: Int64, digest: String, author: String, atMs: Int64) {
        self.name = name
        self.revision = revision
        self.digest = digest
        self.author = author
        self.atMs = atMs
    }
}

/// `GET /v1/admin/content/drafts`: all drafts, by name.
package struct ContentDraftsAnswer: Hashable, Sendable, Codable {
    package let drafts: [ContentDraftRecord]

    package init(drafts: [ContentDraftRecord]) {
        self.drafts = drafts
    }
}

/// `GET` and `PUT /v1/admin/content/drafts/{name}`: a draft as it is now.
package struct ContentDraftAnswer: Hashable, Sendable, Codable {
    package let draft: ContentDraftRecord
    package let files: [ContentFileMessage]
    /// What keeps it from being published, and warnings.
    package let problems: [ContentProblem]

    package init(draft: ContentDraftRecord, files: [ContentFileMessage], problems: [ContentProblem]) {
        self.draft = draft
        self.files = files
        self.problems = problems
    }
}

/// `PUT /v1/admin/content/drafts/{name}`: all files of a draft. They may have errors.
package struct ContentDraftRequest: Hashable, Sendable, Codable {
    package let files: [ContentFileMessage]
    /// The revision that the author has seen; 0 for a new draft.
    package let revision: Int64

    package init(files: [ContentFileMessage], revision: Int64) {
        self.files = files
        self.revision = revision
    }
}

/// `POST /v1/admin/content/drafts/{name}/publish`: a draft is to be the next version.
package struct ContentDraftPublicationRequest: Hashable, Sendable, Codable {
    /// The revision that the author has seen.
    package let revision: Int64
    package let reason: String
    package let fromMs: Int64?
    package let base: Int64
    package let over: Int64?
    /// A scheduled version that gets the same changes, so that it doesn't undo them; `nil` for none.
    package let alsoIn: Int64?
    /// Whether the planned appearances go that the base has, where the draft has no `plan.yaml`.
    package let dropPlan: Bool?

    package init(
        revision: Int64, reason: String, fromMs: Int64? = nil, base: Int64, over: Int64? = nil, alsoIn: Int64? = nil,
        dropPlan: Bool? = nil
    ) {
        self.revision = revision
        self.reason = reason
        self.fromMs = fromMs
        self.base = base
        self.over = over
        self.alsoIn = alsoIn
        self.dropPlan = dropPlan
    }

    /// - Throws: also for a member that is none of these.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            revision: try members.decode(Int64.self, forKey: .revision),
            reason: try members.decode(String.self, forKey: .reason),
            fromMs: try members.decodeIfPresent(Int64.self, forKey: .fromMs),
            base: try members.decode(Int64.self, forKey: .base),
            over: try members.decodeIfPresent(Int64.self, forKey: .over),
            alsoIn: try members.decodeIfPresent(Int64.self, forKey: .alsoIn),
            dropPlan: try members.decodeIfPresent(Bool.self, forKey: .dropPlan))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case revision, reason, fromMs, base, over, alsoIn, dropPlan
    }
}

/// `DELETE /v1/admin/content/drafts/{name}`: the draft that is gone.
package struct ContentDraftDeletionAnswer: Hashable, Sendable, Codable {
    package let deleted: String

    package init(deleted: String) {
        self.deleted = deleted
    }
}
