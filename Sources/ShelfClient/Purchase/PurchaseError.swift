public import ShelfWire

/// Why nothing was bought. Its description tells a person what to do.
///
///     do {
///         receipt = try await store.buy(position)
///     } catch PurchaseError.insufficientFunds {
///         showsTopUp = true
///     } catch let error as PurchaseError {
///         message = "\(error)"
///     }
public enum PurchaseError: Error, Hashable, Sendable {
    // Said here; nothing was sent.
    /// Nothing stands there, or by the clock here it is over.
    case notOnSale
    /// It stands there, but what it is isn't known yet.
    case sealed
    /// The clock knows no time, or only what was kept from before the last start.
    case clockUnsure
    /// Nobody runs the store, or its transport has no ``Transport/trade``.
    case notRunning
    /// The device can't keep what has to be kept; in the system's words.
    case notKept(String)

    // Judged by the server; nothing was taken.
    case saleOver
    case priceChanged
    case ownedAlready
    case limitReached
    case soldOut
    case insufficientFunds

    // Said by the server; it will never be good.
    /// Nothing like it is on the shelf any more, and nothing was bought with this key.
    case notFound
    /// The key had been used for another wish.
    case keyReused
    case rejected(Problem)
    /// A refusal for a reason that this version doesn't know.
    case unknownRefusal

    /// The answer is no receipt that the store's pinned key proves, or one for something else. Whether it was bought
    /// isn't known; it is asked again when the app starts the next time.
    case forgedReceipt
}

extension PurchaseError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notOnSale: "it isn't on sale just now; choose something that is"
        case .sealed: "it is still sealed; wait until it shows"
        case .clockUnsure: "the clock isn't set yet; check the connection and try again in a moment"
        case .notRunning: "the store isn't running; start it before you buy"
        case .notKept(let reason): "nothing was bought, because this device can't keep the purchase: \(reason)"
        case .saleOver: "it is no longer on the shelf; nothing was taken"
        case .priceChanged: "it sells at another price now; look again, nothing was taken"
        case .ownedAlready: "you own it already, and it can be owned once; nothing was taken"
        case .limitReached: "no more of it can be bought for now; nothing was taken"
        case .soldOut: "sold out: others were quicker; nothing was taken"
        case .insufficientFunds: "the wallet holds less than the price; nothing was taken"
        case .notFound: "it is no longer there; nothing was taken"
        case .keyReused: "this purchase was mixed up with another; try again, nothing was taken"
        case .rejected(let problem): "the server refused it: \(problem.detail)"
        case .unknownRefusal: "the server refused it for a reason that this version doesn't know; update the app"
        case .forgedReceipt:
            "the answer isn't signed by this store; don't trust this network, and look into the history later"
        }
    }
}
