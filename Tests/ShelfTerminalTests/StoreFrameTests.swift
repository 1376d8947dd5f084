import ShelfClient
import ShelfModel
import ShelfTerminal
import ShelfWire
import Testing

@Suite struct `A store drawn for a terminal` {
    func frame(
        _ positions: [ShelfPosition], columns: Int = 4, status: StoreStatus = ShelfSample.status(),
        style: TerminalStyle = .plain,
        stores: [String] = ["main", "bazaar"]
    ) -> StoreFrame {
        StoreFrame(
            stores: stores.map(ShelfSample.store), selected: 0, shelf: ShelfSample.shelf(positions, columns: columns),
            status: status, style: style)
    }

    @Test func `shows what is where, what it costs and how long it stays`() {
        let positions = [
            ShelfSample.position(0), ShelfSample.position(1, .sealed), ShelfSample.position(2, .empty),
            ShelfSample.position(3, .leaving, name: "Pear", glyph: "🍐", progress: 1000),
        ]
        let lines = frame(positions, columns: 2).lines(TerminalSize(columns: 42, rows: 12))
        #expect(
            lines.map { String($0.reversed().drop { $0 == " " }.reversed()) } == [
                " Main  Bazaar", "in step ±4 ms · live · next change in 0:03", "",
                "🍎 Red Apple          ▒▒ sealed", "25 coins · fruit",
                "███████▌░░░░░░░ 1:00  ███████▌░░░░░░░ 1:00", "", "·                     🍐 Pear",
                "                      25 coins · fruit", "                      ░░░░░░░░░░░░░░░ 1:00", "",
                "q quit · tab another store",
            ])
    }

    @Test func `says what is no longer for sale`() {
        var gone = ShelfSample.position(0)
        gone = ShelfPosition(
            position: gone.position, phase: gone.phase, listing: gone.listing, card: gone.card, timeLeft: gone.timeLeft,
            progress: gone.progress, isWithdrawn: true)
        let lines = frame([gone], columns: 1).lines(TerminalSize(columns: 42, rows: 12))
        #expect(lines.contains { $0.contains("Red Apple") })
        #expect(lines.contains { $0.contains("no longer for sale") })
        #expect(!lines.contains { $0.contains("25 coins") })
    }

    @Test(arguments: [(200, 4), (71, 4), (69, 3), (50, 2), (33, 1), (20, 1), (5, 1)])
    func `puts fewer to a row where the terminal is narrow`(width: Int, columns: Int) {
        let lines = frame((0..<4).map { ShelfSample.position($0) }).lines(TerminalSize(columns: width, rows: 40))
        #expect(lines.map { $0.split(separator: "🍎").count - ($0.hasPrefix("🍎") ? 0 : 1) }.max() == columns)
    }

    @Test(arguments: [(100, 30), (80, 24), (60, 10), (40, 8), (16, 5), (3, 3), (1, 1)])
    func `never takes more room than there is`(width: Int, rows: Int) {
        let positions = (0..<80).map { ShelfSample.position($0, name: "A very long name for an item 🧑‍✈️🧑‍✈️🧑‍✈️") }
        let problem = StoreProblem.windowRefused(.signature)
        let lines = frame(positions, columns: 8, status: ShelfSample.status(problem: problem), stores: ["main"])
            .lines(TerminalSize(columns: width, rows: rows))
        #expect(lines.count <= rows)
        if width >= 40 { #expect(lines.allSatisfy { DisplayWidth.of($0) <= width }) }
    }

    @Test func `says how many positions don't fit`() {
        let positions = (0..<80).map { ShelfSample.position($0) }
        let lines = frame(positions, columns: 8).lines(TerminalSize(columns: 80, rows: 12))
        #expect(lines.contains { $0.contains("more; make the terminal larger") })
    }

    @Test func `dims what arrives, leaves, is sealed or takes no tap yet, and nothing that is on sale`() throws {
        for (phase, isDim) in [
            (ShelfPosition.Phase.arriving, true), (.onSale, false), (.leaving, true), (.sealed, true),
        ] {
            let lines = frame([ShelfSample.position(0, phase)], style: .colour).lines(
                TerminalSize(columns: 80, rows: 24))
            let line = try #require(lines.first { $0.contains("🍎") || $0.contains("sealed") })
            #expect(line.contains("\u{1B}[2m") == isDim, "\(phase)")
        }
        let guarded = ShelfSample.position(0, isTapGuarded: true)
        let lines = frame([guarded], style: .colour).lines(TerminalSize(columns: 80, rows: 24))
        #expect(try #require(lines.first { $0.contains("🍎") }).contains("\u{1B}[2m"))
    }

    @Test func `uses no colour where none is wanted`() {
        let positions = [ShelfSample.position(0), ShelfSample.position(1, .leaving)]
        let lines = frame(positions, status: ShelfSample.status(.offline), style: .monochrome)
            .lines(TerminalSize(columns: 80, rows: 24))
        #expect(!lines.joined().contains("\u{1B}[3"))
        #expect(lines.joined().contains("\u{1B}[2m"))
    }

    @Test func `tells the states of clock and connection, and what is wrong`() {
        let size = TerminalSize(columns: 120, rows: 24)
        func line(_ status: StoreStatus, _ number: Int = 1) -> String {
            frame([ShelfSample.position(0)], status: status).lines(size)[number]
        }
        #expect(line(ShelfSample.status(uncertaintyUs: 350)).hasPrefix("in step ±0.4 ms · live"))
        #expect(line(ShelfSample.status(uncertaintyUs: 901)).hasPrefix("in step ±1 ms · live"))
        #expect(line(ShelfSample.status(.offline, uncertaintyUs: 240_000)).hasPrefix("about right ±240 ms · offline"))
        #expect(line(ShelfSample.status(.connecting, uncertaintyUs: .max)).hasPrefix("setting the clock · connecting"))
        #expect(line(ShelfSample.status(problem: .appSecretNeeded), 2).contains("app secret"))
    }

    @Test func `lets nothing from a server move the cursor`() {
        let evil = ShelfSample.position(0, name: "x\u{1B}[2J\u{07}\r\ny", glyph: "\u{1B}]0;t\u{07}")
        let lines = frame([evil]).lines(TerminalSize(columns: 80, rows: 24))
        #expect(!lines.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test func `waits in words`() {
        let frame = StoreFrame(
            stores: [ShelfSample.store("main")], selected: 0, shelf: .bare, status: .idle, style: .plain)
        #expect(frame.lines(.usual).contains("waiting for the store …"))
    }
}
