import Hummingbird
import ShelfEngine
import ShelfWire

/// The routes for real money: transactions from players, and notifications from the App Store.
struct AppStoreRoutes: GatedRoutes {
    /// `nil` where the App Store isn't configured.
    let topUps: AppStoreTopUps?
    let timeline: Timeline

    func add(to router: GatedRouter) {
        router.on(.appStoreTopUp) { caller, sent in
            guard let topUps else { throw Problem.noAppStore }
            return try await refusable {
                try await topUps.topUp(sent.signedTransaction, for: caller.player, at: timeline.now)
            }
        }
        router.on(.appStoreNotification) { _, sent in
            guard let topUps else { throw Problem.noAppStore }
            try await refusable { try await topUps.take(notification: sent.signedPayload, at: timeline.now) }
            return Acknowledgement()
        }
    }

    private func refusable<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let refusal as AppStoreTopUps.Refusal {
            throw Problem(refusal)
        }
    }
}

extension Problem {
    fileprivate init(_ refusal: AppStoreTopUps.Refusal) {
        switch refusal {
        case .unverified(let error): self = .unverified("\(error)")
        case .worthless(let error): self = .unknownProduct("\(error)")
        case .taken: self = .transactionTaken
        case .revoked: self = .transactionRevoked
        case .impossible(let balance): self = .impossible(balance: balance)
        case .unknownPlayer: self = .unauthorized
        }
    }
}
