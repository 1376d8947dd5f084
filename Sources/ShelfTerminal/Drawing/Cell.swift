import ShelfClient
import ShelfWire

/// One position as it is drawn: what is in it, what it costs, and a bar for the time that is left.
struct Cell {
    let position: ShelfPosition
    let currency: String
    let width: Int
    let ink: Ink

    /// Three lines, or two where there is less room.
    func lines(tall: Bool) -> [String] {
        let text = tall ? [title, detail] : [shortTitle]
        return text.map { ink.draw(DisplayWidth.fit($0, to: width), looks) } + [bar]
    }

    private var title: String {
        switch position.phase {
        case .empty: "·"
        case .sealed: "▒▒ sealed"
        case .arriving, .onSale, .leaving: [glyph, name].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    private var detail: String {
        guard let card = position.card else { return "" }
        return DisplayWidth.harmless("\(card.price) \(currency) · \(card.set)")
    }

    private var shortTitle: String {
        guard let card = position.card else { return title }
        let price = " \(card.price)"
        return DisplayWidth.fit(title, to: max(4, width - price.count)) + price
    }

    private var glyph: String { DisplayWidth.harmless(position.card?.glyph ?? "") }
    private var name: String { DisplayWidth.harmless(position.card?.name ?? "") }

    private var looks: [Ink.Look] {
        switch position.phase {
        case .onSale: []
        case .arriving, .leaving, .empty, .sealed: [.dim]
        }
    }

    private var bar: String {
        guard position.phase != .empty else { return String(repeating: " ", count: width) }
        let time = Words.left(position.timeLeft)
        let length = max(1, width - time.count - 1)
        return ink.draw(Self.bar(thousandths: 1000 - position.progress, length: length), barLooks) + " "
            + ink.draw(time, .dim)
    }

    private var barLooks: [Ink.Look] {
        switch position.phase {
        case .leaving: [.dim, .red]
        case .arriving: [.dim, .green]
        case .sealed: [.dim]
        case .onSale, .empty: [.green]
        }
    }

    /// Full, part and empty blocks: `███▌░░`.
    static func bar(thousandths: Int, length: Int) -> String {
        let eighths = min(max(thousandths, 0), 1000) * length * 8 / 1000
        let part = eighths % 8 == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
        let drawn = String(repeating: "█", count: eighths / 8) + part
        return drawn + String(repeating: "░", count: length - drawn.count)
    }
}
