import ShelfModel

/// Reads `players` and `limits`.
struct PlayerReader {
    let log: ProblemLog
    private var none: Fields { Fields(values: [:], place: Place(file: nil), log: log) }

    /// Returns `nil` and reports errors when something can't be read.
    func settings(_ field: Field?) -> PlayerSettings? {
        guard let fields = field.map({ $0.fields(["welcome", "token", "refresh"]) }) ?? none else { return nil }
        let standard = PlayerSettings()
        let welcome = amounts(fields["welcome"])
        let token = fields.read("token", .span(.minutes(1) ... .days(1), example: "15m"), else: standard.token)
        let refresh = fields.read("refresh", .span(.hours(1) ... .days(3650), example: "60d"), else: standard.refresh)
        guard let welcome, let token, let refresh else { return nil }
        return PlayerSettings(welcome: welcome, token: token, refresh: refresh)
    }

    /// Returns `nil` and reports errors when something can't be read.
    func limits(_ field: Field?) -> LimitSettings? {
        let keys = [
            "address", "player", "connections", "connectionsPerAddress", "newPlayersPerAddress", "ordersPerAddress",
        ]
        guard let fields = field.map({ $0.fields(keys) }) ?? none else { return nil }
        let standard = LimitSettings()
        func read(_ key: String, else standard: Int64) -> Int64? {
            fields.read(key, Form<Int64>.whole(1...1_000_000), else: standard)
        }
        let address = read("address", else: standard.address)
        let player = read("player", else: standard.player)
        let connections = fields.read("connections", Form<Int64>.whole(1...1_000_000).optional, else: Int64?.none)
        let each = read("connectionsPerAddress", else: standard.connectionsPerAddress)
        let newPlayers = read("newPlayersPerAddress", else: standard.newPlayersPerAddress)
        let orders = read("ordersPerAddress", else: standard.ordersPerAddress)
        guard let address, let player, let connections, let each, let newPlayers, let orders else { return nil }
        return LimitSettings(
            address: address, player: player, connections: connections, connectionsPerAddress: each,
            newPlayersPerAddress: newPlayers, ordersPerAddress: orders)
    }

    /// Amounts by currency.
    private func amounts(_ field: Field?) -> [String: Int64]? {
        guard let field else { return [:] }
        guard let entries = field.entries(of: "currencies and amounts, such as {coins: 1000}") else { return nil }
        let amounts = entries.map { name, value in
            let currency = CurrencyName.read(name, at: field.place.line(of: value.place), log: log)
            let amount = value.read(Form<Int64>.amount)
            return currency.flatMap { currency in amount.map { (currency, $0) } }
        }.allPresent()
        return amounts.map { Dictionary($0) { $1 } }
    }
}
