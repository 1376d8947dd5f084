import ShelfDatabase
import ShelfEngine
package import ShelfModel
import ShelfServer

/// A request to a shop.
package enum TradeRequest: Hashable, Sendable {
    case buy(PurchaseOrder)
    case post(Posting)
    case reverse(Reversal)

    func answer(at till: Till, _ database: any SupportDatabase) async throws -> TradeAnswer {
        switch self {
        case .buy(let order): .bought(try await till.settle(order))
        case .post(let posting): .posted(try await database.post(posting))
        case .reverse(let reversal): .reversed(try await database.reverse(reversal))
        }
    }
}

/// A shop's answer.
package enum TradeAnswer: Hashable, Sendable {
    case bought(PurchaseAnswer)
    case posted(PostingAnswer)
    case reversed(ReversalAnswer)

    /// Whether the request changed the shop. Replays and most refusals don't.
    var isNew: Bool {
        switch self {
        case .bought(.judged(_, _, let isReplay)), .posted(.posted(_, _, let isReplay)),
            .reversed(.reversed(_, _, let isReplay)):
            !isReplay
        default: false
        }
    }

    /// The number of the order that was judged.
    var purchase: Int64? {
        if case .bought(.judged(let settled, _, _)) = self { settled.id } else { nil }
    }

    /// The number of the entry that was posted.
    var entry: Int64? {
        if case .posted(.posted(let entry, _, _)) = self { entry.id } else { nil }
    }

    /// The answer in a few words.
    var outcome: String {
        switch self {
        case .bought(.judged(_, _, true)), .posted(.posted(_, _, true)), .reversed(.reversed(_, _, true)): "replayed"
        case .bought(.judged(let settled, _, false)): settled.verdict.name
        case .posted(.posted): "posted"
        case .reversed(.reversed(let kept, _, false)): kept.reversal?.kind.rawValue ?? "reversed"
        case .bought(.keyReused), .posted(.keyReused), .reversed(.keyReused): "key reused"
        case .posted(.impossible), .reversed(.impossible): "impossible"
        case .bought(.unknownPlayer), .posted(.unknownPlayer): "unknown player"
        case .bought(.replaced): "replaced"
        case .bought(.newerContent): "newer content"
        case .bought(.paused): "paused"
        case .reversed(.notSold): "not sold"
        case .reversed(.reversedAlready): "reversed already"
        }
    }
}

extension PurchaseVerdict {
    fileprivate var name: String {
        switch self {
        case .sold: "sold"
        case .refused(let refusal): refusal.rawValue
        }
    }
}

/// A request with its answer, and between which two ticks of a common count it was answered.
package struct TradeCall: Hashable, Sendable {
    package let request: TradeRequest
    package let answer: TradeAnswer
    package let began: Int
    package let ended: Int

    package init(request: TradeRequest, answer: TradeAnswer, began: Int, ended: Int) {
        self.request = request
        self.answer = answer
        self.began = began
        self.ended = ended
    }
}
