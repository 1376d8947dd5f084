import Foundation
import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// The purchase as a value.
@Suite struct `A purchase` {
    let intent = PurchaseSamples.intent()

    func purchase(_ seed: UInt64 = 1) -> Purchase {
        Purchase(intent, publicKey: PurchaseSamples.store.publicKey, random: SplitMix64(seed: seed))
    }

    /// One whose request has just left.
    func sent(_ seed: UInt64 = 1) -> Purchase {
        var purchase = purchase(seed)
        for event in [Purchase.Event.begun, .kept, .token("t")] { _ = purchase.handle(event, at: 0) }
        return purchase
    }

    @Test func `keeps its intent, then gets a token, then sends, and ends with the receipt`() {
        var purchase = purchase()
        #expect(purchase.handle(.begun, at: 0) == [.keep])
        #expect(purchase.handle(.kept, at: 0) == [.getToken])
        #expect(purchase.handle(.token("t"), at: 0) == [.send(token: "t")])
        #expect(
            purchase.handle(.confirmed(PurchaseSamples.confirmation(intent)), at: 0)
                == [.forget, .finish(.bought(intent.receipt(), balance: 940))])
        #expect(purchase.isFinished)
    }

    @Test func `brings what the store has signed, as a game's own server asks about it`() throws {
        let confirmation = PurchaseSamples.confirmation(intent)
        var purchase = sent()
        guard case .finish(.bought(let receipt, _))? = purchase.handle(.confirmed(confirmation), at: 0).last else {
            Issue.record("nothing was bought")
            return
        }
        let signed = try #require(receipt.signed)
        #expect(signed == confirmation.receipt && signed.opened(with: PurchaseSamples.store.publicKey) == receipt)
        let asked = try JSONDecoder().decode([String: String].self, from: JSONEncoder().encode(signed))
        #expect(asked == ["bytes": confirmation.receipt.bytes, "signature": confirmation.receipt.signature])
    }

    @Test func `is not sent when it can't be kept`() {
        var purchase = purchase()
        _ = purchase.handle(.begun, at: 0)
        #expect(
            purchase.handle(.notKept("disk full"), at: 0)
                == [.forget, .finish(.refused(.notKept("disk full")))])
    }

    @Test func `is sent without being kept again when the app starts the next time`() {
        var purchase = purchase()
        #expect(purchase.handle(.resumed, at: 0) == [.getToken])
    }

    @Test func `ends with each refusal that was judged`() {
        let refusals: [(Problem.Code, PurchaseError)] = [
            (.saleOver, .saleOver), (.priceChanged, .priceChanged), (.ownedAlready, .ownedAlready),
            (.limitReached, .limitReached), (.withdrawn, .withdrawn), (.soldOut, .soldOut),
            (.insufficientFunds, .insufficientFunds),
            (.notFound, .notFound), (.keyReused, .keyReused),
        ]
        for (code, error) in refusals {
            var purchase = sent()
            #expect(
                purchase.handle(.failed(FakeTill.problem(code, 409)), at: 0) == [.forget, .finish(.refused(error))],
                "\(code)")
        }
        var unknown = sent()
        #expect(unknown.handle(.failed(.status(409)), at: 0) == [.forget, .finish(.refused(.unknownRefusal))])
    }

    @Test func `is sent again after everything that judged nothing, within half a second to begin with`() {
        let errors: [TransportError] = [
            .unreachable("lost"), .malformed("/"), .tooLarge, .status(500), .status(502), .status(302), .status(404),
            FakeTill.problem(.internalError, 500), FakeTill.problem(.unavailable, 503),
            FakeTill.problem(.notReady, 503), FakeTill.problem(.rateLimited, 429), FakeTill.problem(.notOnSale, 409),
        ]
        for error in errors {
            var purchase = sent()
            guard let us = purchase.handle(.failed(error), at: 7_000_000).waitUs else {
                Issue.record("\(error) ended it")
                continue
            }
            #expect((7_375_000...7_625_000).contains(us), "\(error)")
            #expect(
                purchase.handle(.wake, at: us - 1) == [.wait(untilUs: us, because: error)], "not before its time")
            #expect(purchase.handle(.wake, at: us) == [.getToken])
            #expect(purchase.handle(.token("t"), at: us) == [.send(token: "t")])
        }
    }

    @Test func `waits twice as long each time, up to half a minute, and no two alike`() {
        var (purchase, waits) = (sent(), [Int64]())
        for _ in 0..<12 {
            guard let us = purchase.handle(.failed(.unreachable("")), at: 0).waitUs else { return }
            waits.append(us)
            _ = purchase.handle(.wake, at: us)
            _ = purchase.handle(.token("t"), at: us)
        }
        for (number, us) in waits.enumerated() {
            let middle = min(30_000_000, 500_000 << Int64(number))
            #expect(us >= middle * 3 / 4 && us <= middle * 5 / 4)
        }
        let first = (0..<20 as Range<UInt64>).map { seed in
            var purchase = sent(seed)
            return purchase.handle(.failed(.unreachable("")), at: 0)
        }
        #expect(Set(first).count > 15)
    }

    @Test(arguments: [(503, Int64(9)), (429, 9), (503, 100_000)])
    func `leaves the server alone for as long as it asks, and not for ever`(status: Int, seconds: Int64) {
        for error in [
            TransportError.status(status, retryAfter: seconds),
            FakeTill.problem(.unavailable, 503, retryAfter: seconds),
        ] {
            var purchase = sent()
            guard let us = purchase.handle(.failed(error), at: 0).waitUs else { return }
            let asked = min(seconds, 300) * 1_000_000
            #expect((asked + 1...asked + 625_000).contains(us))
        }
    }

    @Test func `a token that ended on its way costs one more round, and a server that believes none isn't pressed`() {
        var purchase = sent()
        let refused = Purchase.Event.failed(FakeTill.problem(.unauthorized, 401))
        #expect(purchase.handle(refused, at: 0) == [.dropToken("t"), .getToken])
        #expect(purchase.handle(.token("u"), at: 0) == [.send(token: "u")])
        let again = purchase.handle(refused, at: 0)
        #expect(again.first == .dropToken("u"))
        #expect(again.waitUs != nil)
    }

    @Test func `no token is waited for like a lost answer`() {
        var purchase = purchase()
        _ = purchase.handle(.resumed, at: 0)
        let actions = purchase.handle(.noToken(FakeTill.problem(.badRequest, 400)), at: 0)
        #expect(actions.waitUs != nil)
    }

    @Test
    func `a receipt that the store didn't sign, or that is for something else, is an error, and the intent stays`() {
        let forgeries = [
            PurchaseSamples.confirmation(intent, by: FakeStore(signer: 2)),
            PurchaseSamples.confirmation(intent, intent.receipt(key: PurchaseSamples.intent().key)),
            PurchaseSamples.confirmation(intent, intent.receipt(price: 4)),
            PurchaseSamples.confirmation(intent, PurchaseSamples.intent(1, key: intent.key).receipt()),
            PurchaseConfirmation(
                receipt: PurchaseSamples.store.sign(intent.receipt()).damaged, replayed: false, balance: 1),
        ]
        for forgery in forgeries {
            var purchase = sent()
            #expect(purchase.handle(.confirmed(forgery), at: 0) == [.finish(.refused(.forgedReceipt))])
        }
    }

    /// Whatever comes, in whatever order.
    @Test(arguments: 0..<300 as Range<UInt64>) func `keeps its promises through any sequence of events`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var purchase = purchase(seed)
        var judge = PurchaseJudge()
        var localUs: Int64 = 0
        for _ in 0..<60 {
            localUs += Int64.random(in: 0...20_000_000, using: &random)
            let event = PurchaseJudge.events(intent).randomElement(using: &random)!
            judge.note(event, purchase.handle(event, at: localUs), at: localUs)
        }
        #expect(judge.faults == [])
        guard !purchase.isFinished, judge.hasBegun else { return }
        let good: [Purchase.Event] = [.kept, .wake, .token("t"), .confirmed(PurchaseSamples.confirmation(intent))]
        for event in good + good { judge.note(event, purchase.handle(event, at: .max / 2), at: .max / 2) }
        #expect(purchase.isFinished, "it is stuck")
        #expect(judge.faults == [])
    }
}

extension [Purchase.Action] {
    /// Until when it waits, if that is what comes last.
    fileprivate var waitUs: Int64? {
        guard case .wait(let us, _)? = last else { return nil }
        return us
    }
}

extension SignedReceipt {
    /// Its signature belongs to another text.
    fileprivate var damaged: SignedReceipt {
        let json = #"{"bytes":"\#(bytes.dropLast(4))AAAA","signature":"\#(signature)"}"#
        return try! WireJSON.decode(SignedReceipt.self, json.utf8)
    }
}
