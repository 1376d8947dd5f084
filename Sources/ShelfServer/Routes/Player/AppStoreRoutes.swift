import Hummingbird
import ShelfModel
import ShelfWire

/// Real money in: what players send of their purchases, and what the App Store says of them by itself.
struct AppStoreRoutes {
    /// `nil` where the App Store isn't configured.
    let till: AppStoreTill?
    let turnstile: Turnstile
    let timeline: Timeline

    /// Certificates make signed data long: 32 KiB of it are read, and what is longer is told so.
    private static let bytesAtMost = 65_536

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.post("v1/player/topups/apple") { request, context in
            let player = try await turnstile.player(of: request, context)
            guard let till else { throw Problem.noAppStore }
            let sent = try await JSONBody.read(TopUpRequest.self, from: request, atMost: Self.bytesAtMost)
            return try await JSONBody.response(
                available { try await till.topUp(sent.signedTransaction, for: player, at: timeline.now) })
        }
        router.post("v1/notifications/apple") { request, context in
            try turnstile.admit(request, context)
            guard let till else { throw Problem.noAppStore }
            let sent = try await JSONBody.read(
                AppStoreNotificationRequest.self, from: request, atMost: Self.bytesAtMost)
            try await available { try await till.hear(sent.signedPayload, at: timeline.now) }
            return try JSONBody.response(Acknowledgement())
        }
    }
}
