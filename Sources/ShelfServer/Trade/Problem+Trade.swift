import ShelfModel
import ShelfWire

extension Problem {
    static let noSuchPlayer = Problem(
        .notFound, status: 404, title: "No such player",
        detail: "Nobody has this number; check it, or find the player by a purchase's number or a receipt.")

    static let noSuchPurchase = Problem(
        .notFound, status: 404, title: "No such purchase",
        detail: "No purchase has this number; check it. An old order that was refused is forgotten.")

    static let nothingSold = Problem(
        .notFound, status: 404, title: "Nothing sold",
        detail: "Nothing was sold under this number; check it. What was refused can't be taken back.")

    static let noSuchItem = Problem(
        .notFound, status: 404, title: "No such item",
        detail: "No item with this id was ever ordered; check it.")

    static let noSuchStore = Problem(
        .notFound, status: 404, title: "No such store",
        detail: "No store has this id, and nothing was ordered from such a listing; check it, or find it by a purchase."
    )

    static let storeGone = Problem(
        .storeGone, status: 410, title: "Store gone",
        detail: "This store is closed; nothing was bought. What was bought there before stays bought.")

    static let paused = Problem(
        .paused, status: 409, title: "Paused",
        detail: "This store sells nothing for a while; nothing was bought, and the same can be bought when it goes on.")

    static let lostPurchase = Problem(
        .notFound, status: 404, title: "Purchase lost",
        detail: "The receipt is genuine, but its purchase isn't there: the database was put back to a time before it.")

    static let forgedReceipt = badRequest(
        "None of this server's stores has signed this receipt; send a purchase's receipt as it was answered.")

    static func noSuchCurrency(_ currency: String, among currencies: Set<String>) -> Problem {
        Problem(
            .notFound, status: 404, title: "No such currency",
            detail: "No store sells for \(currency); currency must be \(currencies.sorted().joined(separator: " or "))."
        )
    }

    static let notOnSale = Problem(
        .notOnSale, status: 409, title: "Not on sale", detail: "It is not on sale yet; ask again once it shows.")

    static let reversedAlready = Problem(
        .reversedAlready, status: 409, title: "Reversed already", detail: "The purchase was taken back before.")

    static let noAppStore = Problem(
        .notFound, status: 404, title: "No App Store",
        detail: "This server takes nothing from the App Store; its operator has to configure apple.")

    static func unverified(_ detail: String) -> Problem {
        Problem(.unverified, status: 400, title: "Not verified", detail: detail)
    }

    static let transactionRevoked = Problem(
        .transactionRevoked, status: 409, title: "Transaction revoked",
        detail: "The App Store has taken this transaction back, so it tops up nothing; finish it.")

    static let transactionTaken = Problem(
        .transactionTaken, status: 409, title: "Transaction taken",
        detail: "This transaction has topped up another player's wallet, and counts once.")

    static func unknownProduct(_ detail: String) -> Problem {
        Problem(.unknownProduct, status: 409, title: "Unknown product", detail: detail)
    }

    static func impossible(balance: Int64) -> Problem {
        Problem(
            .impossible, status: 409, title: "Impossible",
            detail: "The wallet holds \(balance); it can neither go below 0 nor above \(Money.most).")
    }

    /// Makes the problem that explains a refused order.
    init(_ refusal: PurchaseRefusal) {
        switch refusal {
        case .saleOver: self = .conflict(.saleOver, "Sale over", "It is no longer on the shelf.")
        case .withdrawn: self = .conflict(.withdrawn, "Withdrawn", "It is no longer for sale.")
        case .priceChanged:
            self = .conflict(.priceChanged, "Price changed", "It sells at another price; show the card again.")
        case .ownedAlready: self = .conflict(.ownedAlready, "Owned already", "It can be owned once.")
        case .limitReached: self = .conflict(.limitReached, "Limit reached", "No more of it can be bought for now.")
        case .soldOut: self = .conflict(.soldOut, "Sold out", "Others were quicker.")
        case .insufficientFunds:
            self = .conflict(.insufficientFunds, "Insufficient funds", "The wallet holds less than the price.")
        }
    }
}
