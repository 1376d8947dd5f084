import ShelfAppStore
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

/// Takes in what the App Store has signed: nothing is believed for any other reason.
struct AppStoreTill {
    let settings: AppleSettings
    let database: any TopUpDatabase

    /// Tops a player's wallet up, once for each transaction.
    ///
    /// A transaction that says itself that it was taken back proves it as a notification does, which may be lost or
    /// late: it is heard first, and what is left tops up.
    ///
    /// - Parameter jws: as the player's device sent it.
    func topUp(_ jws: String, for player: Int64, at now: Instant) async throws -> TopUpConfirmation {
        let transaction = try await believed { () throws(AppStoreError) in
            try await settings.verifier.transaction(jws, at: now)
        }
        if let revision = TopUpRevision(transaction) { _ = try await database.revise(revision, at: now) }
        let topUp = try worth(of: transaction)
        let claim = TopUpClaim(
            player: player, product: transaction.product, currency: topUp.currency, amount: topUp.amount)
        switch try await database.topUp(claim, transaction: topUp.transaction, at: now) {
        case .counted(let account, let balance, let isReplay):
            return TopUpConfirmation(
                transaction: account.transaction, currency: account.claim?.currency ?? topUp.currency,
                amount: account.given, replayed: isReplay, balance: balance)
        case .anothers: throw Problem.transactionTaken
        case .revoked: throw Problem.transactionRevoked
        case .impossible(let balance): throw Problem.impossible(balance: balance)
        case .unknownPlayer: throw Problem.unauthorized
        }
    }

    /// Does what a notification says, if it says anything of wallets.
    ///
    /// - Parameter signedPayload: as the App Store sent it.
    func hear(_ signedPayload: String, at now: Instant) async throws {
        let notification = try await believed { () throws(AppStoreError) in
            try await settings.verifier.notification(signedPayload, at: now)
        }
        guard let revision = TopUpRevision(notification) else { return }
        _ = try await database.revise(revision, at: now)
    }

    private func believed<Value>(_ verify: () async throws(AppStoreError) -> Value) async throws -> Value {
        do {
            return try await verify()
        } catch {
            throw Problem.unverified("\(error)")
        }
    }

    private func worth(of transaction: AppStoreTransaction) throws -> TopUp {
        do {
            return try TopUp(transaction, products: settings.products)
        } catch {
            throw Problem.unknownProduct("\(error)")
        }
    }
}

extension TopUpRevision {
    /// `nil` where it wasn't taken back, or never filled a wallet.
    fileprivate init?(_ transaction: AppStoreTransaction) {
        guard transaction.type == .consumable, let revocation = transaction.revocation else { return nil }
        self.init(transaction: transaction.id, revoked: revocation.share, signed: transaction.signed)
    }

    /// `nil` where nothing follows for a wallet.
    fileprivate init?(_ notification: AppStoreNotification) {
        switch notification.consequence {
        case .takeBack(let transaction, let share):
            self.init(transaction: transaction.id, revoked: share, signed: notification.signed)
        case .giveAgain(let transaction):
            self.init(transaction: transaction.id, revoked: .none, signed: notification.signed)
        case .nothing: return nil
        }
    }
}
