/// `GET /v1/admin/future/{store}`: what a store shows during a span of time, if nothing changes. A sale of a limited
/// edition is such a change, because it can make items more or less likely.
package struct FutureAnswer: Hashable, Sendable, Codable {
    package let store: String
    package let title: String
    /// What is drawn from now on is sold for it.
    package let currency: String
    /// The store's, whose clock people read times by.
    package let zone: ZoneMessage
    package let askedAtMs: Int64
    package let fromMs: Int64
    package let untilMs: Int64
    /// Listings that ended before this instant may have been deleted.
    package let keptFromMs: Int64
    /// Every listing that starts before this instant is decided.
    package let decidedUntilMs: Int64
    /// From this instant on nothing can be drawn, and the store will stand still; `nil` if that doesn't happen.
    package let nothingToShowMs: Int64?
    /// The content versions that are scheduled to take effect during the span, in order. The listings go by them.
    package let coming: [Coming]
    /// When the store closes, because such a version doesn't have it any more.
    package let closesMs: Int64?
    /// By start and position.
    package let listings: [Entry]
    /// What the plan in force has before ``keptFromMs``, by start. What was really shown then may have been deleted.
    package let passed: [Passed]

    package struct Passed: Hashable, Sendable, Codable {
        /// Which of the plan's appearances it is, from 0.
        package let appearance: Int
        package let item: String
        /// The item's name; its id where the catalogue has it no longer.
        package let name: String
        /// Counted from 1, as on the page; `nil` for any.
        package let position: Int?
        package let startMs: Int64
        package let endMs: Int64

        package init(appearance: Int, item: String, name: String, position: Int?, startMs: Int64, endMs: Int64) {
            self.appearance = appearance
            self.item = item
            self.name = name
            self.position = position
            self.startMs = startMs
            self.endMs = endMs
        }
    }

    package struct Coming: Hashable, Sendable, Codable {
        package let version: Int64
        package let fromMs: Int64
        /// Every listing that starts before this instant is drawn by the content before.
        package let drawsFromMs: Int64

        package init(version: Int64, fromMs: Int64, drawsFromMs: Int64) {
            self.version = version
            self.fromMs = fromMs
            self.drawsFromMs = drawsFromMs
        }
    }

    package struct Entry: Hashable, Sendable, Codable {
        /// Counted from 1, as on the page.
        package let position: Int
        package let item: String
        package let name: String
        package let set: String
        /// In the smallest unit of the currency.
        package let price: Int64
        package let currency: String
        package let startMs: Int64
        package let endMs: Int64
        /// Whether it is drawn and stored, so that no sale changes it any more.
        package let decided: Bool
        /// Whether it is there because it was planned.
        package let planned: Bool
        /// Which of the plan's appearances put it there, from 0.
        package let appearance: Int?
        /// SHA-256 of the master of its picture in hexadecimal, by which admins ask for it; `nil` when it has none.
        package let master: String?
        /// Whether it is shown without being for sale, because it, its item or the store is withdrawn.
        package let withdrawn: Bool

        package init(
            position: Int, item: String, name: String, set: String, price: Int64, currency: String, startMs: Int64,
            endMs: Int64, decided: Bool, planned: Bool, appearance: Int? = nil, master: String? = nil,
            withdrawn: Bool = false
        ) {
            self.position = position
            self.item = item
            self.name = name
            self.set = set
            self.price = price
            self.currency = currency
            self.startMs = startMs
            self.endMs = endMs
            self.decided = decided
            self.planned = planned
            self.appearance = appearance
            self.master = master
            self.withdrawn = withdrawn
        }
    }

    package init(
        store: String, title: String, currency: String, zone: ZoneMessage, askedAtMs: Int64, fromMs: Int64,
        untilMs: Int64, keptFromMs: Int64, decidedUntilMs: Int64, nothingToShowMs: Int64?, coming: [Coming] = [],
        closesMs: Int64? = nil, listings: [Entry], passed: [Passed] = []
    ) {
        self.store = store
        self.title = title
        self.currency = currency
        self.zone = zone
        self.askedAtMs = askedAtMs
        self.fromMs = fromMs
        self.untilMs = untilMs
        self.keptFromMs = keptFromMs
        self.decidedUntilMs = decidedUntilMs
        self.nothingToShowMs = nothingToShowMs
        self.coming = coming
        self.closesMs = closesMs
        self.listings = listings
        self.passed = passed
    }
}
