public import Foundation
public import ShelfWire

/// Why nothing was bought. Its description tells a person what to do.
///
///     do throws(PurchaseError) {
///         receipt = try await store.buy(position)
///     } catch .insufficientFunds {
///         showsTopUp = true
///     } catch {
///         message = "\(error)"
///     }
public enum PurchaseError: Error, Hashable, Sendable {
    // Decided on this device; nothing was sent.
    /// What was tapped is over, or it had appeared less than ``ShelfPosition/tapGuard`` before, so that the tap may
    /// have been meant for what was there earlier.
    case changed
    /// The place was empty.
    case notOnSale
    /// An item is on sale there, but its key has not come yet.
    case sealed
    /// The clock has no time yet, or only the one that was kept from before the last start.
    case clockUnsure
    /// The store isn't running.
    case notRunning
    /// The device can't keep the purchase; in the system's words.
    case notKept(String)
    /// The device can't say who the player is.
    case playerUnknown(PlayerArchiveError)
    /// The calling task was cancelled, or the store was stopped, before the purchase was judged. One that had begun goes
    /// on without the call.
    case cancelled

    // The server judged the order and refused it. Nothing was taken from the wallet.
    /// The listing was over when the order arrived.
    case saleOver
    /// The store has taken it off sale, for good.
    case withdrawn
    /// The store sells nothing for a while. Nothing was judged.
    case paused
    /// It sells at another price than the one that was shown.
    case priceChanged
    /// The player owns it, and it can be owned once.
    case ownedAlready
    /// The player has bought as many as a player may, for now.
    case limitReached
    /// All copies of the limited edition are sold.
    case soldOut
    /// The wallet holds less than the price.
    case insufficientFunds

    // Refused by the server, which would refuse the same request each time.
    /// The listing is not known any more, and nothing was bought with this key.
    case notFound
    /// The store was closed, and nothing was bought with this key.
    case storeGone
    /// The key had been used for another purchase.
    case keyReused
    /// The server can't take the request as it is; the problem says why.
    case rejected(Problem)
    /// The server refused with a code that this version doesn't know.
    case unknownRefusal

    /// The answer isn't a receipt signed with the store's pinned key, or it is for something else. It isn't known
    /// whether the item was bought. The request is sent again at the next start of the app.
    case forgedReceipt
}

extension PurchaseError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .changed: "it changed just then, so nothing was bought; look again"
        case .notOnSale: "it isn't on sale just now; choose something that is"
        case .sealed: "it is still sealed; wait until it shows"
        case .clockUnsure: "the clock isn't set yet; check the connection and try again in a moment"
        case .notRunning: "the store isn't running; start it before you buy"
        case .notKept(let reason): "nothing was bought, because this device can't keep the purchase: \(reason)"
        case .playerUnknown(let error): "nothing was bought: \(error)"
        case .cancelled: "the store was closed before an answer came; if it had begun, the purchase goes on by itself"
        case .saleOver: "it is no longer on the shelf; nothing was taken"
        case .withdrawn: "it is no longer for sale; nothing was taken"
        case .paused: "the store sells nothing for a while; nothing was taken, try again when it goes on"
        case .priceChanged: "it sells at another price now; look again, nothing was taken"
        case .ownedAlready: "you own it already, and it can be owned once; nothing was taken"
        case .limitReached: "no more of it can be bought for now; nothing was taken"
        case .soldOut: "sold out: others were quicker; nothing was taken"
        case .insufficientFunds: "the wallet holds less than the price; nothing was taken"
        case .notFound: "it is no longer there; nothing was taken"
        case .storeGone: "the store is closed; nothing was taken"
        case .keyReused: "this purchase was mixed up with another; try again, nothing was taken"
        case .rejected(let problem): "the server refused it: \(problem.detail)"
        case .unknownRefusal: "the server refused it for a reason that this version doesn't know; update the app"
        case .forgedReceipt:
            "the answer isn't signed by this store; don't trust this network, and look into the history later"
        }
    }

    public var errorDescription: String? { description }
}
