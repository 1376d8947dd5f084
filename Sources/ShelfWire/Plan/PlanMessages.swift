/// A planned appearance, in the words of the configuration file.
package struct PlannedAppearanceMessage: Hashable, Sendable, Codable {
    package let item: String
    /// Counted from 1, as on the page; `nil` for any.
    package let position: Int?
    /// In the store's local time. Once: when, such as `2026-12-24T18:00`. With `at`: the first day.
    package let from: String?
    /// Times of the day, such as `18:00`.
    package let at: [String]?
    /// Days of the week, such as `fri`; every day where there are none.
    package let days: [String]?
    /// The last day.
    package let until: String?
    /// How long the item stays there, such as `20m`. It is called `for`.
    package let length: String
    package let within: String?

    package init(
        item: String, position: Int? = nil, from: String? = nil, at: [String]? = nil, days: [String]? = nil,
        until: String? = nil, length: String, within: String? = nil
    ) {
        self.item = item
        self.position = position
        self.from = from
        self.at = at
        self.days = days
        self.until = until
        self.length = length
        self.within = within
    }

    /// - Throws: for a member that is none of these, or null, too. A misspelt `until` would otherwise plan something
    ///   for ever.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            item: try members.decode(String.self, forKey: .item),
            position: try members.decodeUnlessMissing(Int.self, forKey: .position),
            from: try members.decodeUnlessMissing(String.self, forKey: .from),
            at: try members.decodeUnlessMissing([String].self, forKey: .at),
            days: try members.decodeUnlessMissing([String].self, forKey: .days),
            until: try members.decodeUnlessMissing(String.self, forKey: .until),
            length: try members.decode(String.self, forKey: .length),
            within: try members.decodeUnlessMissing(String.self, forKey: .within))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case item, position, from, at, days, until, within
        case length = "for"
    }
}

/// `GET /v1/admin/plan/{store}`: what is planned in a store by the content in force.
package struct PlanAnswer: Hashable, Sendable, Codable {
    package let store: String
    /// The content version. A change names it.
    package let version: Int64
    /// By its clock the appearances are planned.
    package let zone: ZoneMessage
    package let positions: Int
    /// How long a listing lasts at least and at most.
    package let shortestMs: Int64
    package let longestMs: Int64
    /// A change names one by its index, from 0.
    package let appearances: [PlannedAppearanceMessage]

    package init(
        store: String, version: Int64, zone: ZoneMessage, positions: Int, shortestMs: Int64, longestMs: Int64,
        appearances: [PlannedAppearanceMessage]
    ) {
        self.store = store
        self.version = version
        self.zone = zone
        self.positions = positions
        self.shortestMs = shortestMs
        self.longestMs = longestMs
        self.appearances = appearances
    }
}

/// `POST /v1/admin/plan/{store}` and `…/try`: one change of a store's plan.
///
/// With an appearance only, that is added; with an index too, it takes the place of the one there; with an index only,
/// that one is removed.
package struct PlanChangeRequest: Hashable, Sendable, Codable {
    /// The content version whose plan the author has seen. If another is in force, nothing is changed.
    package let base: Int64
    package let index: Int?
    package let appearance: PlannedAppearanceMessage?
    /// For the version. A try needs none.
    package let reason: String?
    /// The highest scheduled version for which the author accepts that it undoes the change.
    package let over: Int64?
    /// A scheduled version that gets the same changes, so that it doesn't undo them; `nil` for none.
    package let alsoIn: Int64?

    package init(
        base: Int64, index: Int? = nil, appearance: PlannedAppearanceMessage? = nil, reason: String? = nil,
        over: Int64? = nil, alsoIn: Int64? = nil
    ) {
        self.base = base
        self.index = index
        self.appearance = appearance
        self.reason = reason
        self.over = over
        self.alsoIn = alsoIn
    }

    /// - Throws: for a member that is none of these, or null, too. A misspelt `appearance` would otherwise remove one.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            base: try members.decode(Int64.self, forKey: .base),
            index: try members.decodeUnlessMissing(Int.self, forKey: .index),
            appearance: try members.decodeUnlessMissing(PlannedAppearanceMessage.self, forKey: .appearance),
            reason: try members.decodeUnlessMissing(String.self, forKey: .reason),
            over: try members.decodeUnlessMissing(Int64.self, forKey: .over),
            alsoIn: try members.decodeUnlessMissing(Int64.self, forKey: .alsoIn))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case base, index, appearance, reason, over, alsoIn
    }
}

/// `POST /v1/admin/plan/{store}/try`: what a change would do. Nothing was changed.
package struct PlanTrialAnswer: Hashable, Sendable, Codable {
    /// Whether the change could be made: no problem is an error.
    package let isPossible: Bool
    /// What is wrong with the appearance that is added or changed, and what else goes wrong because of it.
    package let problems: [ContentProblem]
    /// Up to here everything is published and stays: the first instant at which the shelf can show something else; `nil` where the
    /// store isn't open yet.
    package let drawnUntilMs: Int64?
    /// Up to here the store's listings were drawn with the change. Later starts are judged as far as can be told without
    /// drawing; `nil` where nothing was drawn.
    package let triedUntilMs: Int64?

    package init(isPossible: Bool, problems: [ContentProblem], drawnUntilMs: Int64?, triedUntilMs: Int64?) {
        self.isPossible = isPossible
        self.problems = problems
        self.drawnUntilMs = drawnUntilMs
        self.triedUntilMs = triedUntilMs
    }
}
