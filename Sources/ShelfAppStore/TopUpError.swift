/// Why a genuine transaction of the App Store tops up nothing.
package enum TopUpError: Error, Hashable, Sendable {
    case notConsumable(product: String)
    case unknownProduct(String)
    case tooMuch
}

extension TopUpError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notConsumable(let product):
            "\(product) is no consumable, and only consumables fill a wallet; sell currency as a consumable"
        case .unknownProduct(let product):
            "\(product) is none of the products that this server knows; add it to apple.products"
        case .tooMuch:
            "this is more than a wallet can hold; lower the product's worth in apple.products"
        }
    }
}
