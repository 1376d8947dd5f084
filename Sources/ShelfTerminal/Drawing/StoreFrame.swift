package import ShelfClient
import ShelfModel
package import ShelfWire

/// Computes the drawing of a store on a terminal, purely from values.
package struct StoreFrame: Sendable {
    package let stores: [StoreDescription]
    package let selected: Int
    package let shelf: Shelf
    package let status: StoreStatus
    package let style: TerminalStyle
    /// `nil` when nothing can be bought.
    package let panel: PurchasePanel?

    package init(
        stores: [StoreDescription], selected: Int, shelf: Shelf, status: StoreStatus, style: TerminalStyle,
        panel: PurchasePanel? = nil
    ) {
        self.stores = stores
        self.selected = selected
        self.shelf = shelf
        self.status = status
        self.style = style
        self.panel = panel
    }

    /// The narrowest and widest cell, and the gap between two, in columns.
    private static let narrowest = 16
    private static let widest = 30
    private static let gap = 2

    /// The lines to draw, as many as the terminal has rows at most.
    package func lines(_ size: TerminalSize) -> [String] {
        let (head, foot) = (header(size), footer(size))
        let room = max(0, size.rows - head.count - foot.count)
        return Array((head + grid(columns: size.columns, rows: room) + foot).prefix(size.rows))
    }

    /// How many positions stand in a row.
    package func columns(_ size: TerminalSize) -> Int {
        let rows = max(0, size.rows - header(size).count - footer(size).count)
        return layout(width: size.columns, rows: rows).columns
    }

    private func footer(_ size: TerminalSize) -> [String] {
        messageLines(size) + [style.draw(DisplayWidth.fit(help, to: size.columns), .dim)]
    }

    private func messageLines(_ size: TerminalSize) -> [String] {
        guard panel != nil else { return [] }
        let (text, attributes): (String, [TerminalStyle.Attribute]) =
            switch panel?.message {
            case .buying(let text): (text, [.yellow])
            case .bought(let text): (text, [.bold, .green])
            case .refused(let text): (text, [.bold, .red])
            case nil: ("", [])
            }
        return [style.draw(DisplayWidth.fit(DisplayWidth.harmless(text), to: size.columns), attributes)]
    }

    private var help: String {
        let parts = [
            "q quit", panel == nil ? nil : "arrows choose, Enter buys", stores.count > 1 ? "tab another store" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    private func header(_ size: TerminalSize) -> [String] {
        let tabs = stores.indices.map { index in
            let title = " \(DisplayWidth.harmless(stores[index].title)) "
            return index == selected ? style.draw(title, .bold, .reverse) : title
        }
        let titles = stores.map { DisplayWidth.of(DisplayWidth.harmless($0.title)) + 2 }.reduce(0, +)
        let first = titles < size.columns ? tabs.joined() : tabs[selected]
        let state = style.draw(DisplayWidth.fit(stateLine, to: size.columns), stateAttribute)
        return [first, state] + problemLines(size) + [""]
    }

    private var stateLine: String {
        var parts = [Words.clockState(status.clock), Words.connection(status)]
        if let balance = panel?.balance {
            parts.insert("\(balance) \(DisplayWidth.harmless(stores[selected].currency))", at: 0)
        }
        if let now = shelf.instant, let next = shelf.nextChange {
            parts.append("next change in \(Words.left(next - now))")
        }
        return parts.joined(separator: " · ")
    }

    private var stateAttribute: TerminalStyle.Attribute {
        switch status.connection {
        case .live: .green
        case .connecting: .yellow
        case .offline: .red
        }
    }

    private func problemLines(_ size: TerminalSize) -> [String] {
        let problem = status.problem.map { style.draw(fit("\($0)", size), .bold, .red) }
        let beginning = status.newIncarnation.map { style.draw(fit(Words.beginning($0), size), .yellow) }
        return [problem, beginning].compactMap(\.self)
    }

    private func fit(_ text: String, _ size: TerminalSize) -> String {
        DisplayWidth.fit(DisplayWidth.harmless(text), to: size.columns)
    }

    private func grid(columns width: Int, rows: Int) -> [String] {
        guard !shelf.positions.isEmpty else { return ["waiting for the store …"] }
        let layout = layout(width: width, rows: rows)
        let lines = stride(from: 0, to: shelf.positions.count, by: layout.columns).flatMap { first in
            row(shelf.positions[first..<min(first + layout.columns, shelf.positions.count)], layout)
        }
        guard lines.count > rows else { return lines }
        let shown = max(0, rows - 1) / layout.height * layout.columns
        let note = "… and \(shelf.positions.count - shown) more; make the terminal larger"
        return lines.prefix(max(0, rows - 1) / layout.height * layout.height) + [style.draw(note, .dim)]
    }

    private struct Layout {
        let columns: Int
        let cell: Int
        let isTall: Bool
        let isSpaced: Bool

        var height: Int { (isTall ? 3 : 2) + (isSpaced ? 1 : 0) }
    }

    /// The most spacious layout that fits; if none fits, the densest.
    private func layout(width: Int, rows: Int) -> Layout {
        let most = max(1, (width + Self.gap) / (Self.narrowest + Self.gap))
        let usual = min(shelf.columns, most)
        let choices = [(usual, true, true), (usual, true, false), (usual, false, false), (most, false, false)].map {
            Layout(columns: $0, cell: cellWidth(width: width, columns: $0), isTall: $1, isSpaced: $2)
        }
        let count = shelf.positions.count
        return choices.first { (count + $0.columns - 1) / $0.columns * $0.height <= rows } ?? choices[3]
    }

    private func cellWidth(width: Int, columns: Int) -> Int {
        max(1, min(Self.widest, (width + Self.gap) / columns - Self.gap))
    }

    private func row(_ positions: ArraySlice<ShelfPosition>, _ layout: Layout) -> [String] {
        let cells = zip(0..., positions).map { index, position in
            Cell(
                position: position, column: index * (layout.cell + Self.gap), width: layout.cell, style: style,
                isChosen: panel?.chosen == position.position
            ).lines(tall: layout.isTall)
        }
        let gap = String(repeating: " ", count: Self.gap)
        let lines = (cells.first ?? []).indices.map { line in cells.map { $0[line] }.joined(separator: gap) }
        return layout.isSpaced ? lines + [""] : lines
    }
}
