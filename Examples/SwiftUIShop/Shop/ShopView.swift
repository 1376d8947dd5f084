import ShelfClient
import SwiftUI

/// The shelf, and what the last tap brought.
struct ShopView: View {
    let store: StoreModel
    @State private var message = ""

    var body: some View {
        VStack {
            LazyVGrid(columns: Array(repeating: GridItem(), count: store.shelf.columns)) {
                ForEach(store.shelf.positions) { position in
                    CardView(position: position, isBuying: store.purchases.isBuying(position)) { buy(position) }
                        .animation(.easeOut, value: position.phase)
                }
            }
            Text(store.status.problem?.localizedDescription ?? message)
        }
    }

    private func buy(_ position: ShelfPosition) {
        Task {
            do {
                let receipt = try await store.buy(position)
                message = receipt.number.map { "Number \($0) is yours!" } ?? "It is yours!"
            } catch {
                message = error.localizedDescription
            }
        }
    }
}

/// One position: the card, and the button that buys it.
struct CardView: View {
    let position: ShelfPosition
    let isBuying: Bool
    let buy: @MainActor () -> Void

    var body: some View {
        VStack {
            Text(position.card?.glyph ?? "❔").font(.largeTitle)
            Text(position.card?.name ?? "Sealed")
            Button(price, action: buy)
                .disabled(position.card == nil || position.isTapGuarded || !isForSale || isBuying)
                .id(position.listing)
        }
        .opacity(position.phase == .leaving ? 0 : 1)
    }

    private var isForSale: Bool { !position.isWithdrawn && !position.isSoldOut }

    private var price: String {
        guard let card = position.card, isForSale else { return position.isSoldOut ? "Sold out" : "Not for sale" }
        return "\(card.price) \(card.currency)"
    }
}
