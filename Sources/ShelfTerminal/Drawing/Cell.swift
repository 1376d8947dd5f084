import ShelfClient
import ShelfWire

/// One position as it is drawn: the item, its price, and a bar for the time that is left.
struct Cell {
    let position: ShelfPosition
    /// The terminal's column in which the cell begins.
    let column: Int
    let width: Int
    let style: TerminalStyle
    var isChosen = false

    /// Three lines, or two where there is less room.
    func lines(tall: Bool) -> [String] {
        let text = tall ? [line(title), line(detail)] : [shortLine]
        return (text + [bar]).map { style.column(column) + $0 }
    }

    private func line(_ text: String) -> String {
        style.draw(DisplayWidth.fit(text, to: width), attributes)
    }

    /// The item at the left and the price at the right, which an unexpected width of the glyph doesn't shift.
    private var shortLine: String {
        guard let card = position.card else { return line(title) }
        let price = " \(Words.notForSale(position) ?? String(card.price))"
        let room = max(0, width - price.count)
        return style.draw(DisplayWidth.fit(title, to: room), attributes) + style.column(column + room)
            + style.draw(price, attributes)
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
        if let reason = Words.notForSale(position) { return reason }
        return DisplayWidth.harmless("\(card.price) \(card.currency) · \(card.set)")
    }

    private var glyph: String { DisplayWidth.harmless(position.card?.glyph ?? "") }
    private var name: String { DisplayWidth.harmless(position.card?.name ?? "") }

    private var attributes: [TerminalStyle.Attribute] {
        let attributes: [TerminalStyle.Attribute] =
            switch position.phase {
            case .onSale: position.isTapGuarded || Words.notForSale(position) != nil ? [.dim] : []
            case .arriving, .leaving, .empty, .sealed: [.dim]
            }
        return isChosen ? attributes + [.bold] : attributes
    }

    private var bar: String {
        guard position.phase != .empty else { return String(repeating: " ", count: width) }
        let time = Words.left(position.timeLeft)
        let length = max(1, width - time.count - 1)
        return style.draw(Self.bar(thousandths: 1000 - position.progress, length: length), barAttributes) + " "
            + style.draw(time, .dim)
    }

    private var barAttributes: [TerminalStyle.Attribute] {
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
