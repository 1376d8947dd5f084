/// `POST /v1/admin/content/try`: content of which the author wants to know what its publication would do.
package struct ContentTrialRequest: Hashable, Sendable, Codable {
    /// As for a publication; `nil` for a roll-back.
    package let files: [ContentFileMessage]?
    /// The version that would be brought back; `nil` for files.
    package let to: Int64?
    package let fromMs: Int64?
    package let base: Int64
    package let over: Int64?
    /// A scheduled version that gets the same changes, so that it doesn't undo them; `nil` for none.
    package let alsoIn: Int64?
    /// As for a publication; `nil` for a roll-back.
    package let dropPlan: Bool?

    package init(
        files: [ContentFileMessage]? = nil, to: Int64? = nil, fromMs: Int64? = nil, base: Int64, over: Int64? = nil,
        alsoIn: Int64? = nil, dropPlan: Bool? = nil
    ) {
        self.files = files
        self.to = to
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
            files: try members.decodeIfPresent([ContentFileMessage].self, forKey: .files),
            to: try members.decodeIfPresent(Int64.self, forKey: .to),
            fromMs: try members.decodeIfPresent(Int64.self, forKey: .fromMs),
            base: try members.decode(Int64.self, forKey: .base),
            over: try members.decodeIfPresent(Int64.self, forKey: .over),
            alsoIn: try members.decodeIfPresent(Int64.self, forKey: .alsoIn),
            dropPlan: try members.decodeIfPresent(Bool.self, forKey: .dropPlan))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case files, to, fromMs, base, over, alsoIn, dropPlan
    }
}

/// `POST /v1/admin/content/try`: what a publication would do. Nothing was changed.
package struct ContentTrialAnswer: Hashable, Sendable, Codable {
    /// Whether it could be made: no problem is an error, and nothing would be undone or dropped that isn't meant.
    package let isPossible: Bool
    /// Errors and warnings about the content.
    package let problems: [ContentProblem]
    /// What would be undone: of what came since the base, and by versions that are scheduled; and what would come early,
    /// because the base is scheduled and brings it later.
    package let undone: [ContentProblem]
    /// What a publication has to send as `over` to mean that; `nil` where there is no such thing.
    package let over: Int64?
    /// The scheduled version that alone would undo it, which `alsoIn` may name.
    package let scheduled: Int64?
    /// How many planned appearances would go, since there is no `plan.yaml`; `nil` where none would. A publication sends
    /// `dropPlan` to mean that.
    package let droppedAppearances: Int?
    /// What differs from the version whose place it takes; `nil` for content with errors.
    package let difference: ContentDifferenceAnswer?
    package let stores: [ContentPublicationAnswer.Store]

    package init(
        isPossible: Bool, problems: [ContentProblem], undone: [ContentProblem], over: Int64?,
        scheduled: Int64?, droppedAppearances: Int? = nil, difference: ContentDifferenceAnswer?,
        stores: [ContentPublicationAnswer.Store]
    ) {
        self.isPossible = isPossible
        self.problems = problems
        self.undone = undone
        self.over = over
        self.scheduled = scheduled
        self.droppedAppearances = droppedAppearances
        self.difference = difference
        self.stores = stores
    }
}
