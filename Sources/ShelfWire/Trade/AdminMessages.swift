/// `POST /v1/admin/players/{player}/postings`: a change of a wallet by hand.
package struct PostingRequest: Hashable, Sendable, Codable {
    package let currency: String
    /// In the smallest unit of the currency; negative takes from the wallet.
    package let amount: Int64
    package let kind: Kind
    package let reason: String

    package enum Kind: String, Hashable, Sendable, Codable {
        case grant
        case correction
    }

    package init(currency: String, amount: Int64, kind: Kind, reason: String) {
        self.currency = currency
        self.amount = amount
        self.kind = kind
        self.reason = reason
    }
}

/// The answer to a posting.
package struct PostingConfirmation: Hashable, Sendable, Codable {
    package let entry: Int64
    package let balance: Int64
    package let replayed: Bool

    package init(entry: Int64, balance: Int64, replayed: Bool) {
        self.entry = entry
        self.balance = balance
        self.replayed = replayed
    }
}

/// `POST /v1/admin/purchases/{purchase}/reversal`: a purchase is taken back.
package struct ReversalRequest: Hashable, Sendable, Codable {
    package let kind: Kind
    package let reason: String

    package enum Kind: String, Hashable, Sendable, Codable {
        /// The money goes back to the player.
        case refund
        /// The player gets no money back.
        case revocation
    }

    package init(kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

/// The answer to a reversal.
package struct ReversalConfirmation: Hashable, Sendable, Codable {
    package let purchase: PurchaseRecord
    package let balance: Int64
    /// The number of the copy in a limited edition, which is never sold again; otherwise `nil`.
    package let retiredNumber: Int64?
    package let replayed: Bool

    package init(purchase: PurchaseRecord, balance: Int64, retiredNumber: Int64?, replayed: Bool) {
        self.purchase = purchase
        self.balance = balance
        self.retiredNumber = retiredNumber
        self.replayed = replayed
    }
}

/// `GET /v1/admin/players/{player}/journal`: every change of a player's wallets, the newest first.
package struct JournalAnswer: Hashable, Sendable, Codable {
    package let entries: [Entry]
    package let next: Int64?

    package struct Entry: Hashable, Sendable, Codable {
        package let entry: Int64
        package let at: Int64
        package let currency: String
        package let amount: Int64
        package let counterpart: String
        package let reason: String
        package let by: String
        package let key: String
        package let purchase: Int64?

        package init(
            entry: Int64, at: Int64, currency: String, amount: Int64, counterpart: String, reason: String, by: String,
            key: String, purchase: Int64?
        ) {
            self.entry = entry
            self.at = at
            self.currency = currency
            self.amount = amount
            self.counterpart = counterpart
            self.reason = reason
            self.by = by
            self.key = key
            self.purchase = purchase
        }
    }

    package init(entries: [Entry], next: Int64?) {
        self.entries = entries
        self.next = next
    }
}
