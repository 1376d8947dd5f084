import Foundation

/// What a stored card says, as JSON.
package enum CardText {
    /// The set of the item that a card shows; `nil` for none. It is kept beside the card, because sales are counted by
    /// it.
    package static func set(of text: [UInt8]) -> String? {
        struct Card: Decodable {
            let set: String?
        }
        return try? JSONDecoder().decode(Card.self, from: Data(text)).set
    }
}
