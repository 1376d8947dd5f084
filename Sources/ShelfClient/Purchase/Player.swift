/// The player of this device on one server.
///
/// There is none before something is asked as the player, or bought. Then the device makes a credential, keeps it and
/// signs in; all by itself.
public struct Player: Sendable {
    private let account: @Sendable () async throws -> PlayerAccount

    package init(_ account: @escaping @Sendable () async throws -> PlayerAccount) {
        self.account = account
    }

    /// The player's number on the server, for support and for the game's own server. The first time it is asked for.
    ///
    /// - Throws: ``TransportError``; ``PlayerArchiveError``; ``PurchaseError/notRunning`` of a store that doesn't run.
    public var id: String {
        get async throws { try await account().number() }
    }

    /// Sends a request of your own as this player.
    ///
    /// - Parameter request: sends it with a token, as `Authorization: Bearer`. When it throws a ``TransportError`` of
    ///   the status 401, it is called once more with another token: the first one may have ended on the way.
    /// - Returns: what `request` has returned.
    /// - Throws: what `request` throws, and what ``id`` does.
    public func ask<Answer: Sendable>(
        _ request: @Sendable (_ token: String) async throws -> Answer
    ) async throws -> Answer {
        try await account().ask(request)
    }
}
