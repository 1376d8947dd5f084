package import ShelfAppStore
package import ShelfConfiguration
package import ShelfDatabase
package import ShelfModel
package import ShelfWire

/// Accepts transactions and notifications that the App Store has signed, and nothing else.
package struct AppStoreTopUps: Sendable {
    private let settings: AppleSettings
    private let database: any TopUpDatabase

    package init(settings: AppleSettings, database: any TopUpDatabase) {
        self.settings = settings
        self.database = database
    }

    /// Why a transaction tops up nothing.
    package enum Refusal: Error, Sendable {
        /// The App Store didn't sign it, or not for this server.
        case unverified(AppStoreError)
        /// The App Store signed it, but it tops up no wallet.
        case worthless(TopUpError)
        /// It has topped up another player's wallet.
        case taken
        /// The App Store has taken it back.
        case revoked
        /// The wallet can't hold that much now.
        case impossible(balance: Int64)
        case unknownPlayer
    }

    /// Tops a player's wallet up, once for each transaction.
    ///
    /// A transaction can itself state that it was revoked. That is as good a proof as a notification, which may be lost
    /// or late. So the revocation is recorded first, and only the rest tops up the wallet.
    ///
    /// - Parameter jws: as the player's device sent it.
    /// - Throws: ``Refusal``, or the database's error.
    package func topUp(_ jws: String, for player: Int64, at now: Instant) async throws -> TopUpConfirmation {
        let transaction = try await verified { () throws(AppStoreError) in
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
        case .anothers: throw Refusal.taken
        case .revoked: throw Refusal.revoked
        case .impossible(let balance): throw Refusal.impossible(balance: balance)
        case .unknownPlayer: throw Refusal.unknownPlayer
        }
    }

    /// Applies a notification to the wallet that it concerns, if there is one.
    ///
    /// - Parameter signedPayload: as the App Store sent it.
    /// - Throws: ``Refusal/unverified(_:)``, or the database's error.
    package func take(notification signedPayload: String, at now: Instant) async throws {
        let notification = try await verified { () throws(AppStoreError) in
            try await settings.verifier.notification(signedPayload, at: now)
        }
        guard let revision = TopUpRevision(notification) else { return }
        _ = try await database.revise(revision, at: now)
    }

    private func verified<Value>(
        _ verify: () async throws(AppStoreError) -> Value
    ) async throws(Refusal) -> Value {
        do {
            return try await verify()
        } catch {
            throw .unverified(error)
        }
    }

    private func worth(of transaction: AppStoreTransaction) throws(Refusal) -> TopUp {
        do {
            return try TopUp(transaction, products: settings.products)
        } catch {
            throw .worthless(error)
        }
    }
}

extension TopUpRevision {
    /// `nil` when the transaction wasn't revoked, or is of a kind that tops up no wallet.
    fileprivate init?(_ transaction: AppStoreTransaction) {
        guard transaction.type == .consumable, let revocation = transaction.revocation else { return nil }
        self.init(transaction: transaction.id, revoked: revocation.share, signed: transaction.signed)
    }

    /// `nil` when the notification doesn't affect a wallet.
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
