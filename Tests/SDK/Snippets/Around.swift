import ShelfClient
import SwiftUI

struct Around: View {
    let store: StoreModel
    let position: ShelfPosition

    var body: some View {
        SNIPPET
    }
}
