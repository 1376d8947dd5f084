import ShelfClient
import ShelfWire

/// One position as it is drawn: what is in it, what it costs, and a bar for the time that is left.
struct Cell {
    let position: ShelfPosition
    let currency: String
    /// The terminal's column in which the cell begins.
    let column: Int
    let width: Int
    let ink: Ink
    var isChosen = false

    /// Three lines, or two where there is less room.
    func lines(tall: Bool) -> [String] {
        let text = tall ? [line(title), line(detail)] : [shortLine]
        return (text + [bar]).map { ink.column(column) + $0 }
    }

    private func line(_ text: String) -> String {
        ink.draw(DisplayWidth.fit(text, to: width), looks)
    }

    /// The price stands at the right, whatever the terminal makes of the glyph's width.
    private var shortLine: String {
        guard let card = position.card else { return line(title) }
        let price = " \(card.price)"
        let room = max(0, width - price.count)
        return ink.draw(DisplayWidth.fit(title, to: room), looks) + ink.column(column + room) + ink.draw(price, looks)
    }

    private var title: String { (isChosen ? "▸ " : "") + content }

    private var content: String {
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

    private var glyph: String { DisplayWidth.harmless(position.card?.glyph ?? "") }
    private var name: String { DisplayWidth.harmless(position.card?.name ?? "") }

    private var looks: [Ink.Look] {
        let look: [Ink.Look] =
            switch position.phase {
            case .onSale: []
            case .arriving, .leaving, .empty, .sealed: [.dim]
            }
        return isChosen ? look + [.bold] : look
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
