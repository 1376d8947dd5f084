package import ShelfClient
import ShelfWire

/// What the screen shows about buying: the wallet, the chosen position, and the state of the last purchase.
package struct PurchasePanel: Hashable, Sendable {
    /// In the smallest unit of the store's currency; `nil` until it is known.
    package let balance: Int64?
    package let chosen: Int?
    package let message: Message?

    package enum Message: Hashable, Sendable {
        case buying(String)
        case bought(String)
        case refused(String)
    }

    /// - Parameter refusal: why the last Enter bought nothing, if it didn't.
    package init(_ status: PurchaseStatus, currency: String, chosen: Int?, refusal: String? = nil) {
        balance = status.balances[currency]
        self.chosen = chosen
        if let intent = status.underWay.last {
            message = .buying("buying \(intent.name) …")
        } else if let refusal {
            message = .refused(refusal)
        } else {
            message = status.answered.last.map(Self.outcome)
        }
    }

    private static func outcome(_ answered: AnsweredPurchase) -> Message {
        switch answered.result {
        case .success(let receipt):
            .bought("bought \(answered.intent.name)" + (receipt.number.map { " as number \($0)" } ?? ""))
        case .failure(let error): .refused("\(answered.intent.name): \(error)")
        }
    }
}
