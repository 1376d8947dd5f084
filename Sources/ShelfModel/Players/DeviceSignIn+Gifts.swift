extension DeviceSignIn {
    /// What a new player is given, by currency.
    package func postings(of player: Int64) -> [Posting] {
        gifts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { currency, amount in
            Posting(
                player: player, currency: currency, amount: amount, counterpart: .grants, reason: "welcome",
                by: "server", key: "welcome \(player) \(currency)", at: at)
        }
    }
}
