import ShelfModel
import Testing

@Suite struct `A withdrawal` {
    @Test func `of an item or a store needs no listing`() {
        for (goods, store, item) in [
            (.item("kite", store: nil), nil, "kite"), (.item("kite", store: "main"), "main", "kite"),
            (.store("main"), "main", nil),
        ] as [(WithdrawalOrder.Goods, String?, Item.ID?)] {
            let new = NewWithdrawal(order: order(goods), listing: nil, end: nil)
            #expect(facts().judge(order(goods)) == .entered(new))
            #expect(new.store == store)
            #expect(new.item == item)
            #expect(new.start == nil)
        }
    }

    @Test func `of a listing names its newest revision, and ends when the listing does`() {
        let goods = WithdrawalOrder.Goods.listing(store: "main", position: 2, start: noon)
        let name = ListingName(store: "main", chain: [7], slot: 3, position: 2, revision: 4)
        let new = NewWithdrawal(order: order(goods), listing: name, end: Instant(milliseconds: 1_800_000_090_000))
        let drawn = WithdrawalFacts.Drawn(chain: [7], slot: 3, revision: 4, seconds: 90)
        #expect(facts(drawn: drawn).judge(order(goods)) == .entered(new))
        #expect(new.store == "main")
        #expect(new.item == nil)
        #expect(new.start == noon)
        #expect(facts().judge(order(goods)) == .answered(.noSuchListing))
    }

    @Test func `that comes again is answered by the first, and its key serves nothing else`() {
        let first = Withdrawal(number: 5, order: order(.store("main")), listing: nil)
        let facts = facts(earlier: first)
        #expect(facts.judge(order(.store("main"))) == .answered(.withdrawn(first, isReplay: true)))
        #expect(facts.judge(order(.store("other"))) == .answered(.keyReused))
        #expect(facts.judge(order(.store("main"), reason: "it is late")) == .answered(.keyReused))
        #expect(self.facts(isKeyOfLift: true).judge(order(.store("main"))) == .answered(.keyReused))
    }

    @Test func `of what is off sale already is answered by the one that holds, unless its key was used`() {
        let first = Withdrawal(number: 5, order: order(.store("main"), reason: "it is late"), listing: nil)
        #expect(facts(inForce: first).judge(order(.store("main"))) == .answered(.withdrawn(first, isReplay: true)))
        let other = Withdrawal(number: 6, order: order(.store("other")), listing: nil)
        #expect(facts(earlier: other, inForce: first).judge(order(.store("main"))) == .answered(.keyReused))
        #expect(facts(isKeyOfLift: true, inForce: first).judge(order(.store("main"))) == .answered(.keyReused))
    }

    private func facts(
        earlier: Withdrawal? = nil, isKeyOfLift: Bool = false, inForce: Withdrawal? = nil,
        drawn: WithdrawalFacts.Drawn? = nil
    ) -> WithdrawalFacts {
        WithdrawalFacts(earlier: earlier, isKeyOfLift: isKeyOfLift, inForce: inForce, drawn: drawn)
    }

    private let noon = Instant(milliseconds: 1_800_000_000_000)

    private func order(_ goods: WithdrawalOrder.Goods, reason: String = "it is broken") -> WithdrawalOrder {
        WithdrawalOrder(goods: goods, reason: reason, by: "ada", key: "k", at: noon)
    }
}

@Suite struct `The lift of a withdrawal` {
    @Test func `is kept with an item's or a store's withdrawal, once`() {
        for goods in [.item("kite", store: nil), .store("main")] as [WithdrawalOrder.Goods] {
            #expect(facts(withdrawal(goods)).judge(lift()) == .entered(withdrawal(goods, lift())))
            let lifted = facts(withdrawal(goods, lift(key: "before")))
            #expect(lifted.judge(lift()) == .answered(.notLiftable))
        }
    }

    @Test func `can't bring back a listing, or what was never withdrawn`() {
        let name = ListingName(store: "main", chain: [7], slot: 3, position: 2, revision: 4)
        let listing = Withdrawal(
            number: 5, order: order(.listing(store: "main", position: 2, start: noon)), listing: name)
        #expect(facts(listing).judge(lift()) == .answered(.notLiftable))
        #expect(facts(nil).judge(lift()) == .answered(.notLiftable))
    }

    @Test func `that comes again is answered by the first, and its key serves nothing else`() {
        let lifted = withdrawal(.store("main"), lift())
        let facts = LiftFacts(earlier: lifted, isKeyOfWithdrawal: false, withdrawal: lifted)
        #expect(facts.judge(lift()) == .answered(.withdrawn(lifted, isReplay: true)))
        #expect(facts.judge(lift(6)) == .answered(.keyReused))
        #expect(facts.judge(lift(reason: "it is late")) == .answered(.keyReused))
        let withdrawn = LiftFacts(earlier: nil, isKeyOfWithdrawal: true, withdrawal: withdrawal(.store("main")))
        #expect(withdrawn.judge(lift()) == .answered(.keyReused))
    }

    private func facts(_ withdrawal: Withdrawal?) -> LiftFacts {
        LiftFacts(earlier: nil, isKeyOfWithdrawal: false, withdrawal: withdrawal)
    }

    private let noon = Instant(milliseconds: 1_800_000_000_000)

    private func order(_ goods: WithdrawalOrder.Goods) -> WithdrawalOrder {
        WithdrawalOrder(goods: goods, reason: "it is broken", by: "ada", key: "w", at: noon)
    }

    private func withdrawal(_ goods: WithdrawalOrder.Goods, _ lift: LiftOrder? = nil) -> Withdrawal {
        Withdrawal(number: 5, order: order(goods), listing: nil, lift: lift)
    }

    private func lift(_ withdrawal: Int64 = 5, reason: String = "it is mended", key: String = "k") -> LiftOrder {
        LiftOrder(withdrawal: withdrawal, reason: reason, by: "ada", key: key, at: noon)
    }
}
