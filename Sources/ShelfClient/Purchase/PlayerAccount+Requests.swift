import ShelfWire

extension PlayerAccount {
    /// What the player has left, by currency, in its smallest unit.
    func balances() async throws -> [String: Int64] {
        try await ask(trade.wallet).balances
    }

    func inventory() async throws -> [InventoryItem] {
        try await ask(trade.inventory).items
    }

    func history(before: Int64?, limit: Int) async throws -> PurchaseHistory {
        try await ask { [trade] in try await trade.history(before, limit, $0) }
    }

    /// Sends a transaction until the server has counted or refused it.
    func topUp(_ signedTransaction: String) async throws -> TopUpConfirmation {
        var delays = RetryDelays()
        while true {
            do {
                return try await ask { [trade] in try await trade.topUp(signedTransaction, $0) }
            } catch let error as TransportError {
                guard let seconds = RetryDecision(error).secondsToWait else { throw error }
                try await local.sleep(untilUs: local.nowUs() + delays.nextUs(serverSeconds: seconds))
            }
        }
    }

    /// The intents that this player has not had an answer to, for one store. Those of another player, who used this
    /// device before, are dropped.
    func keptIntents(for store: String) async throws -> [PurchaseIntent] {
        let intents = try await archive.intents().filter { $0.store == store }
        guard !intents.isEmpty else { return [] }
        let buyer = try await credential().fingerprint
        for intent in intents where intent.buyer != buyer { await archive.forget(intent.key) }
        return intents.filter { $0.buyer == buyer }
    }
}
