import ShelfDatabase
import ShelfModel
import ShelfWire

extension PostingAnswer {
    /// The answer to the admin.
    var told: Result<PostingConfirmation, Problem> {
        switch self {
        case .posted(let entry, let balance, let isReplay):
            .success(PostingConfirmation(entry: entry.id, balance: balance, replayed: isReplay))
        case .keyReused: .failure(.keyReused)
        case .impossible(let balance): .failure(.impossible(balance: balance))
        case .unknownPlayer: .failure(.noSuchPlayer)
        }
    }
}

extension ReversalAnswer {
    /// The answer to the admin.
    func told(by catalogue: Catalogue) -> Result<ReversalConfirmation, Problem> {
        switch self {
        case .reversed(let kept, let balance, let isReplay):
            let record = PurchaseRecord(kept, catalogue[kept.settled.order.item])
            return .success(
                ReversalConfirmation(
                    purchase: record, balance: balance, retiredNumber: record.number, replayed: isReplay))
        case .keyReused: return .failure(.keyReused)
        case .notSold: return .failure(.nothingSold)
        case .reversedAlready: return .failure(.reversedAlready)
        case .impossible(let balance): return .failure(.impossible(balance: balance))
        }
    }
}

extension Result where Failure == Problem {
    /// The HTTP status of the answer.
    var status: Int {
        switch self {
        case .success: 200
        case .failure(let problem): problem.status
        }
    }
}

extension JournalAnswer.Entry {
    init(_ entry: JournalEntry) {
        self.init(
            entry: entry.id, at: entry.at.milliseconds, currency: entry.currency, amount: entry.amount,
            counterpart: entry.counterpart.rawValue, reason: entry.reason, by: entry.by, key: entry.key,
            purchase: entry.purchase)
    }
}
