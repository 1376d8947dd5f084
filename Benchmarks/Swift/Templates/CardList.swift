import Mustache

/// What is drawn: a list of cards, as a shelf shows them.
enum CardList {
    static let template = """
        <ol class="shelf" aria-label="{{title}}">
        {{#cards}}
          <li class="card" data-item="{{item}}">
            <span class="glyph" aria-hidden="true">{{glyph}}</span>
            <h3>{{name}}</h3>
            <p class="set">{{set}}</p>
        {{#isLimited}}
            <p class="edition">one of {{edition}}</p>
        {{/isLimited}}
            <button type="button" aria-label="Buy {{name}} for {{price}}">{{price}} {{currency}}</button>
          </li>
        {{/cards}}
        </ol>
        """

    /// A plain value, whose members the renderer finds by reflection.
    struct Page {
        let title: String
        let cards: [Card]
    }

    struct Card {
        let item: String
        let glyph: String
        let name: String
        let set: String
        let price: Int
        let currency: String
        let edition: Int
        let isLimited: Bool
    }

    /// The same values, which tell their members themselves.
    struct TypedPage: MustacheParent {
        let page: Page

        func child(named name: String) -> Any? {
            switch name {
            case "title": page.title
            case "cards": page.cards.map(TypedCard.init)
            default: nil
            }
        }
    }

    struct TypedCard: MustacheParent {
        let card: Card

        func child(named name: String) -> Any? {
            switch name {
            case "item": card.item
            case "glyph": card.glyph
            case "name": card.name
            case "set": card.set
            case "price": card.price
            case "currency": card.currency
            case "edition": card.edition
            case "isLimited": card.isLimited
            default: nil
            }
        }
    }

    static func page(cards count: Int) -> Page {
        Page(
            title: "Today & tomorrow",
            cards: (0..<count).map { number in
                Card(
                    item: "item-\(number)", glyph: "⭐", name: "Item <\(number)> of “many”", set: "set-\(number / 10)",
                    price: 10 + number, currency: "coins", edition: 100 * number, isLimited: number % 5 == 0)
            })
    }
}
