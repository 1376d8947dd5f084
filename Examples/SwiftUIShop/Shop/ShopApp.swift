import ShelfClient
import SwiftUI

@main struct ShopApp: App {
    // The sample of `shelflife demo`. Its start-up lines show the public key.
    @State private var store = Result {
        try StoreModel(
            server: URL(string: "http://127.0.0.1:8080")!, store: "main",
            publicKey: "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4")
    }

    var body: some Scene {
        WindowGroup {
            switch store {
            case .success(let store): ShopView(store: store).task { await store.run() }
            case .failure(let error): Text(error.localizedDescription)
            }
        }
    }
}
