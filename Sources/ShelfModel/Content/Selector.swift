/// Selects the items that a rule applies to. All of its conditions must hold.
package struct Selector: Hashable, Sendable {
    /// Items of these sets; `nil` for items of any set.
    package var sets: Set<String>?
    /// These items, named one by one; `nil` for any item.
    package var items: Set<Item.ID>?
    package var age: AgeRange?
    package var price: AmountRange?
    /// How many copies of an edition are left. An item without an edition never matches.
    package var editionLeft: AmountRange?

    package init(
        sets: Set<String>? = nil, items: Set<Item.ID>? = nil, age: AgeRange? = nil, price: AmountRange? = nil,
        editionLeft: AmountRange? = nil
    ) {
        self.sets = sets
        self.items = items
        self.age = age
        self.price = price
        self.editionLeft = editionLeft
    }

    /// Time since release: at least `over`, and less than `under`.
    package struct AgeRange: Hashable, Sendable {
        package let over: CalendarAge?
        package let under: CalendarAge?

        package init(over: CalendarAge? = nil, under: CalendarAge? = nil) {
            self.over = over
            self.under = under
        }

        func contains(_ instant: Instant, since release: Instant, in zone: Zone) -> Bool {
            if let over, instant < over.reached(from: release, in: zone) { return false }
            if let under, instant >= under.reached(from: release, in: zone) { return false }
            return true
        }
    }

    /// A range of whole numbers, both ends included.
    package struct AmountRange: Hashable, Sendable {
        package let from: Int64?
        package let to: Int64?

        package init(from: Int64? = nil, to: Int64? = nil) {
            self.from = from
            self.to = to
        }

        func contains(_ amount: Int64) -> Bool {
            amount >= from ?? .min && amount <= to ?? .max
        }
    }

    package func matches(_ item: Item, editionLeft left: Int64?, at instant: Instant, in zone: Zone) -> Bool {
        if let sets, !sets.contains(item.set) { return false }
        if let items, !items.contains(item.id) { return false }
        if let price, !price.contains(item.price) { return false }
        if let editionLeft {
            guard let left, editionLeft.contains(left) else { return false }
        }
        guard let age else { return true }
        return age.contains(instant, since: item.released.instant(in: zone), in: zone)
    }
}
