import ShelfModel

/// Reads what players are given and how often they may come.
struct PlayerReader {
    let currencies: CurrencyNames
    let log: ProblemLog
    private var none: Fields { Fields(values: [:], place: Place(file: nil), log: log) }

    init(currencies: CurrencyNames, log: ProblemLog) {
        self.currencies = currencies
        self.log = log
    }

    /// `nil`, and problems, when something can't be read.
    func settings(_ field: Field?) -> PlayerSettings? {
        guard let fields = field.map({ $0.fields(["welcome", "token", "refresh"]) }) ?? none else { return nil }
        let standard = PlayerSettings()
        let welcome = amounts(fields["welcome"])
        let token = fields.read("token", .life(.minutes(1)...(.days(1))), else: standard.token)
        let refresh = fields.read("refresh", .life(.hours(1)...(.days(3650))), else: standard.refresh)
        guard let welcome, let token, let refresh else { return nil }
        return PlayerSettings(welcome: welcome, token: token, refresh: refresh)
    }

    /// `nil`, and problems, when something can't be read.
    func limits(_ field: Field?) -> LimitSettings? {
        let keys = ["address", "player", "connections", "connectionsPerAddress"]
        guard let fields = field.map({ $0.fields(keys) }) ?? none else { return nil }
        let standard = LimitSettings()
        let range = Form<Int64>.whole(1...1_000_000)
        let address = fields.read("address", range, else: standard.address)
        let player = fields.read("player", range, else: standard.player)
        let connections = fields.read("connections", range, else: standard.connections)
        let each = fields.read("connectionsPerAddress", range, else: standard.connectionsPerAddress)
        guard let address, let player, let connections, let each else { return nil }
        return LimitSettings(
            address: address, player: player, connections: connections, connectionsPerAddress: each)
    }

    /// Amounts by currency.
    private func amounts(_ field: Field?) -> [String: Int64]? {
        guard let field else { return [:] }
        guard let entries = field.entries(of: "currencies and amounts, such as {coins: 1000}") else { return nil }
        let amounts = entries.map { name, value in
            let isKnown = currencies.check(name, at: field.place.line(of: value.place), log: log)
            return value.read(Form<Int64>.whole(0...Form<Int64>.most)).flatMap { isKnown ? (name, $0) : nil }
        }.allPresent()
        return amounts.map { Dictionary($0) { $1 } }
    }
}

extension Form<TimeSpan> {
    fileprivate static func life(_ range: ClosedRange<TimeSpan>) -> Form {
        Form("a span from \(range.lowerBound) to \(range.upperBound)") { text in
            span.read(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}
