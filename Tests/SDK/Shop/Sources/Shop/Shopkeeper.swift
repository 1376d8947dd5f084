import Foundation
import ShelfClient

/// What a game says to the player who looks at the shelf, and taps.
@MainActor public struct Shopkeeper {
    let store: StoreModel

    public init(store: StoreModel) {
        self.store = store
    }

    public func sign(at position: Int) -> String {
        guard let shown = store[position], let card = shown.card else { return "Come back soon" }
        return "\(card.name), \(card.price) \(card.currency), \(shown.timeLeft.wholeSeconds) s"
    }

    public func tap(_ position: ShelfPosition) async -> String {
        do {
            let receipt = try await store.buy(position)
            return "The \(receipt.item) is yours. \(store.balance ?? 0) left."
        } catch PurchaseError.insufficientFunds {
            return "That costs more than you have."
        } catch {
            return error.localizedDescription
        }
    }
}
