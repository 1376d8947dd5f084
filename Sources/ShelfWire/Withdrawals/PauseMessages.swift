/// `POST /v1/admin/pauses`: a store is to sell nothing for a while, or to go on.
package struct PauseRequest: Hashable, Sendable, Codable {
    package let store: String
    /// `false` to resume.
    package let paused: Bool
    package let reason: String

    package init(store: String, paused: Bool, reason: String) {
        self.store = store
        self.paused = paused
        self.reason = reason
    }

    /// - Throws: also for a member that is none of these.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            store: try members.decode(String.self, forKey: .store),
            paused: try members.decode(Bool.self, forKey: .paused),
            reason: try members.decode(String.self, forKey: .reason))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case store, paused, reason
    }
}

/// That a store was paused or resumed.
package struct PauseRecord: Hashable, Sendable, Codable {
    package let store: String
    package let paused: Bool
    package let atMs: Int64
    /// The name of the admin's token.
    package let by: String
    package let reason: String

    package init(store: String, paused: Bool, atMs: Int64, by: String, reason: String) {
        self.store = store
        self.paused = paused
        self.atMs = atMs
        self.by = by
        self.reason = reason
    }
}

/// The answer to a pause or a resumption.
package struct PauseConfirmation: Hashable, Sendable, Codable {
    /// What holds now; `nil` when a store was to be resumed that was never paused.
    package let pause: PauseRecord?
    /// Whether it held before.
    package let replayed: Bool

    package init(pause: PauseRecord?, replayed: Bool) {
        self.pause = pause
        self.replayed = replayed
    }
}

/// `GET /v1/admin/pauses`: for each store that was ever paused, what holds.
package struct PausesAnswer: Hashable, Sendable, Codable {
    package let pauses: [PauseRecord]

    package init(pauses: [PauseRecord]) {
        self.pauses = pauses
    }
}
