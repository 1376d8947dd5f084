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

/// `GET /v1/admin/audit`: every use of an admin token, the newest first.
package struct AuditAnswer: Hashable, Sendable, Codable {
    package let uses: [Use]
    package let next: Int64?

    package struct Use: Hashable, Sendable, Codable {
        package let use: Int64
        package let at: Int64
        package let by: String
        package let what: String
        package let status: Int
        /// The player and the purchase that it concerned, as far as they are known.
        package let player: String?
        package let purchase: Int64?
        package let currency: String?
        /// The amount that the player received; negative when money was taken.
        package let amount: Int64?
        package let reason: String?

        package init(
            use: Int64, at: Int64, by: String, what: String, status: Int, player: String?, purchase: Int64?,
            currency: String?, amount: Int64?, reason: String?
        ) {
            self.use = use
            self.at = at
            self.by = by
            self.what = what
            self.status = status
            self.player = player
            self.purchase = purchase
            self.currency = currency
            self.amount = amount
            self.reason = reason
        }
    }

    package init(uses: [Use], next: Int64?) {
        self.uses = uses
        self.next = next
    }
}
