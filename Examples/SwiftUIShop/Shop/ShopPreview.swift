#if DEBUG
    import ShelfClient
    import ShelfClientTesting
    import SwiftUI

    #Preview {
        ShopView(
            store: FakeStore([
                Card(item: "hat", name: "Hat", set: "clothes", price: 40, currency: "coins", glyph: "🎩"),
                Card(item: "crown", name: "Crown", set: "clothes", price: 5000, currency: "coins", glyph: "👑"),
            ]).model)
    }
#endif
