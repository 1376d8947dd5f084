/// `POST /v1/admin/replacements`: a listing whose key isn't released shows another item.
package struct ReplacementRequest: Hashable, Sendable, Codable {
    package let store: String
    /// Counted from 1, as on the page.
    package let position: Int
    package let startMs: Int64
    package let item: String
    package let reason: String

    package init(store: String, position: Int, startMs: Int64, item: String, reason: String) {
        self.store = store
        self.position = position
        self.startMs = startMs
        self.item = item
        self.reason = reason
    }

    /// - Throws: also for a member that is none of these.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            store: try members.decode(String.self, forKey: .store),
            position: try members.decode(Int.self, forKey: .position),
            startMs: try members.decode(Int64.self, forKey: .startMs),
            item: try members.decode(String.self, forKey: .item),
            reason: try members.decode(String.self, forKey: .reason))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case store, position, startMs, item, reason
    }
}

/// `POST /v1/admin/redraws`: whatever a store shows from an instant on, and hasn't released, is drawn anew.
package struct RedrawRequest: Hashable, Sendable, Codable {
    package let store: String
    package let fromMs: Int64
    package let reason: String

    package init(store: String, fromMs: Int64, reason: String) {
        self.store = store
        self.fromMs = fromMs
        self.reason = reason
    }

    /// - Throws: also for a member that is none of these.
    package init(from decoder: any Decoder) throws {
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            store: try members.decode(String.self, forKey: .store),
            fromMs: try members.decode(Int64.self, forKey: .fromMs),
            reason: try members.decode(String.self, forKey: .reason))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case store, fromMs, reason
    }
}

/// The answer to a replacement or a redraw.
package struct ListingChangeConfirmation: Hashable, Sendable, Codable {
    package let store: String
    /// How many changes the store has had with this one.
    package let change: Int64
    package let atMs: Int64
    /// How many listings were replaced or drawn anew. One that is drawn anew may show the same item again.
    package let listings: Int
    /// Up to when windows have given out the former cards. Who kept one can open it once its key is released.
    package let givenOutUntilMs: Int64
    package let replayed: Bool

    package init(
        store: String, change: Int64, atMs: Int64, listings: Int, givenOutUntilMs: Int64, replayed: Bool
    ) {
        self.store = store
        self.change = change
        self.atMs = atMs
        self.listings = listings
        self.givenOutUntilMs = givenOutUntilMs
        self.replayed = replayed
    }
}
