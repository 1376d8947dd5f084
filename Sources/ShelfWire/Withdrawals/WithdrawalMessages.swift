/// `POST /v1/admin/withdrawals`: something is no longer for sale.
///
/// It names a listing (by store, position and start), an item (in one store or in all), or a store; or the withdrawal
/// of an item or a store, which is to be lifted.
package struct WithdrawalRequest: Hashable, Sendable, Codable {
    package let store: String?
    package let item: String?
    /// Counted from 1, as on the page.
    package let position: Int?
    package let startMs: Int64?
    /// The number of the withdrawal that is to be lifted.
    package let lift: Int64?
    package let reason: String

    package init(
        store: String? = nil, item: String? = nil, position: Int? = nil, startMs: Int64? = nil, lift: Int64? = nil,
        reason: String
    ) {
        self.store = store
        self.item = item
        self.position = position
        self.startMs = startMs
        self.lift = lift
        self.reason = reason
    }

    /// - Throws: for a member that is none of these, or null, too. A misspelt or empty `item` beside a store would
    ///   otherwise withdraw the whole store.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        try UnknownMembers.refuse(in: decoder, except: CodingKeys.allCases.map(\.stringValue))
        self.init(
            store: try members.decodeUnlessMissing(String.self, forKey: .store),
            item: try members.decodeUnlessMissing(String.self, forKey: .item),
            position: try members.decodeUnlessMissing(Int.self, forKey: .position),
            startMs: try members.decodeUnlessMissing(Int64.self, forKey: .startMs),
            lift: try members.decodeUnlessMissing(Int64.self, forKey: .lift),
            reason: try members.decode(String.self, forKey: .reason))
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case store, item, position, startMs, lift, reason
    }
}

/// A withdrawal, as it is in force.
package struct WithdrawalRecord: Hashable, Sendable, Codable {
    package let withdrawal: Int64
    package let atMs: Int64
    package let by: String
    package let reason: String
    package let store: String?
    package let item: String?
    /// Counted from 1, as on the page.
    package let position: Int?
    package let startMs: Int64?
    /// The rest of a withdrawn listing's name.
    package let chain: ChainID?
    package let slot: Int?
    package let revision: Int?
    /// Listings that start from then on are sold again; `nil` while it isn't lifted.
    package let untilMs: Int64?

    package init(
        withdrawal: Int64, atMs: Int64, by: String, reason: String, store: String?, item: String?, position: Int?,
        startMs: Int64?, chain: ChainID?, slot: Int?, revision: Int?, untilMs: Int64? = nil
    ) {
        self.withdrawal = withdrawal
        self.atMs = atMs
        self.by = by
        self.reason = reason
        self.store = store
        self.item = item
        self.position = position
        self.startMs = startMs
        self.chain = chain
        self.slot = slot
        self.revision = revision
        self.untilMs = untilMs
    }
}

/// The answer to a withdrawal.
package struct WithdrawalConfirmation: Hashable, Sendable, Codable {
    package let withdrawal: WithdrawalRecord
    package let replayed: Bool

    package init(withdrawal: WithdrawalRecord, replayed: Bool) {
        self.withdrawal = withdrawal
        self.replayed = replayed
    }
}

/// `GET /v1/admin/withdrawals`: what was withdrawn, the newest first.
package struct WithdrawalsAnswer: Hashable, Sendable, Codable {
    package let withdrawals: [WithdrawalRecord]
    package let next: Int64?

    package init(withdrawals: [WithdrawalRecord], next: Int64?) {
        self.withdrawals = withdrawals
        self.next = next
    }
}
