import ShelfClient
import ShelfWire

/// Watches a purchase and tells which promises it broke.
struct PurchaseJudge {
    private(set) var faults: [String] = []
    private(set) var hasBegun = false
    private var isKept = false
    private var isSent = false
    private var isFinished = false

    static func events(_ intent: PurchaseIntent) -> [Purchase.Event] {
        [
            .begun, .resumed, .kept, .kept, .notKept("full"), .token("a"), .token("b"), .noToken(.unreachable("")),
            .confirmed(PurchaseSamples.confirmation(intent)),
            .confirmed(PurchaseSamples.confirmation(intent, by: FakeStore.stranger)),
            .failed(.unreachable("")), .failed(.status(503, retryAfter: 20)),
            .failed(FakeTill.problem(.unauthorized, 401)), .failed(FakeTill.problem(.unauthorized, 401)),
            .failed(FakeTill.problem(.soldOut, 409)), .failed(FakeTill.problem(.notOnSale, 409)), .wake, .wake, .wake,
        ]
    }

    mutating func note(_ event: Purchase.Event, _ actions: [Purchase.Action], at localUs: Int64) {
        guard !actions.isEmpty else { return }
        expect(!isFinished, "does something after its end")
        hasBegun = true
        if event == .kept || event == .resumed { isKept = true }
        let steps = actions.filter { action in
            switch action {
            case .dropToken, .forget: false
            default: true
            }
        }
        expect(steps.count == 1, "has \(steps.count) things under way after \(event)")
        for action in actions { note(action, after: event, actions, at: localUs) }
    }

    private mutating func note(
        _ action: Purchase.Action, after event: Purchase.Event, _ actions: [Purchase.Action], at localUs: Int64
    ) {
        switch action {
        case .send:
            expect(isKept, "sends what isn't kept")
            isSent = true
        case .finish(let outcome):
            isFinished = true
            note(outcome, after: event)
            expect(actions.contains(.forget) == (outcome != .refused(.forgedReceipt)), "keeps or forgets wrongly")
        case .forget: expect(actions.count == 2, "forgets before its end")
        case .wait(let us, _):
            expect((localUs + 1...localUs + 340_000_000).contains(us) || event == .wake, "waits oddly")
        case .keep: expect(event == .begun, "keeps again")
        case .getToken, .dropToken: break
        }
    }

    private mutating func note(_ outcome: Purchase.Outcome, after event: Purchase.Event) {
        switch event {
        case .notKept: expect(!isSent, "says that it isn't kept after it was sent")
        case .confirmed, .failed(FakeTill.problem(.soldOut, 409)): expect(isSent, "is answered before it is sent")
        default: faults.append("ends with \(outcome) after \(event), which answers nothing")
        }
    }

    private mutating func expect(_ isTrue: Bool, _ fault: String) {
        if !isTrue { faults.append(fault) }
    }
}

extension FakeStore {
    /// One that has the same name and another key.
    static let stranger = FakeStore(signer: 2)
}
