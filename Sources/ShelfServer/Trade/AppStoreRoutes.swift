import Hummingbird
import ShelfEngine
import ShelfWire

/// The routes for real money: transactions from players, and notifications from the App Store.
struct AppStoreRoutes: RouteSet {
    /// `nil` where the App Store isn't configured.
    let topUps: AppStoreTopUps?
    let limits: RateLimits
    let authentication: PlayerAuthentication
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.appStoreTopUp) { request, context in
            let player = try await authentication.player(of: request, context)
            guard let topUps else { throw Problem.noAppStore }
            let sent = try await JSONBody.read(TopUpRequest.self, from: request)
            return try await JSONBody.response(
                refusable { try await topUps.topUp(sent.signedTransaction, for: player, at: timeline.now) })
        }
        router.on(.appStoreNotification) { request, context in
            try limits.admit(request, context)
            guard let topUps else { throw Problem.noAppStore }
            let sent = try await JSONBody.read(AppStoreNotificationRequest.self, from: request)
            try await refusable { try await topUps.take(notification: sent.signedPayload, at: timeline.now) }
            return try JSONBody.response(Acknowledgement())
        }
    }

    private func refusable<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await available {
            do {
                return try await body()
            } catch let refusal as AppStoreTopUps.Refusal {
                throw Problem(refusal)
            }
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
