import Crypto
package import ShelfDatabase
package import ShelfModel

/// Lets players meet: friend codes, matches, invitations, links and blocks.
///
/// Ids are made of the key that a client sends with a request, and of a secret. So a repeated request has the same id and
/// counts once, and nobody can guess an id.
package struct Invitations: Sendable {
    package let database: any InvitationDatabase & MatchDatabase
    private let news: PlayerNews?
    private let timeline: Timeline
    private let randomness: Randomness
    private let secret: SymmetricKey

    package init(
        database: any InvitationDatabase & MatchDatabase & SecretDatabase, news: PlayerNews?, timeline: Timeline,
        randomness: Randomness
    ) async throws {
        (self.database, self.news, self.timeline, self.randomness) = (database, news, timeline, randomness)
        secret = SymmetricKey(data: try await database.keep(secret: randomness.bytes(32), as: "invitations"))
    }

    /// Makes a change, and has the players whom it concerns told at once.
    package func change<Value>(
        _ body: (any InvitationDatabase & MatchDatabase) async throws -> Value
    ) async throws -> Value {
        defer { news?.wake() }
        return try await body(database)
    }

    /// A player's friend code, which is made when it is asked for first.
    package func friendCode(of player: Int64) async throws -> FriendCode {
        try await database.keep(newCode(), of: player, at: timeline.now)
    }

    /// Gives a player another friend code.
    package func renewFriendCode(of player: Int64) async throws -> FriendCode {
        let code = newCode()
        try await database.renew(code, of: player, at: timeline.now)
        return code
    }

    /// - Parameters:
    ///   - size: one of ``ShelfModel/Match/sizes``.
    ///   - key: the request's.
    package func makeMatch(size: Int, for player: Int64, key: String) async throws -> MatchAddition {
        let match = Match(id: id("match", player, key), size: size, player: player, at: timeline.now)
        return try await change { try await $0.add(match, of: player) }
    }

    /// - Parameter life: one of ``ShelfModel/Invitation/lives``.
    package func invite(
        _ addressee: InvitationOrder.Addressee, to match: [UInt8], from player: Int64, life: TimeSpan, key: String
    ) async throws -> InvitationOrder.Judgement {
        let now = timeline.now
        let order = InvitationOrder(
            id: id("invitation", player, key), match: match, from: player, to: addressee, at: now,
            expires: now + life)
        return try await change { try await $0.invite(order) }
    }

    /// - Parameter life: one of ``ShelfModel/Invitation/lives``.
    /// - Returns: what the link carries, and what became of it.
    package func makeLink(
        to match: [UInt8], from player: Int64, life: TimeSpan, key: String
    ) async throws -> (secret: [UInt8], judgement: MatchLink.Judgement) {
        let (secret, now) = (id("link", player, key), timeline.now)
        let link = MatchLink(id: Self.id(ofLink: secret), match: match, from: player, at: now, expires: now + life)
        return (secret, try await database.add(link))
    }

    package func block(_ target: BlockTarget, by player: Int64) async throws -> BlockAnswer {
        try await change {
            try await $0.block(target, by: player, id: randomness.bytes(PlayerBlock.idLength), at: timeline.now)
        }
    }

    /// - Parameter secret: what the link carries.
    package static func id(ofLink secret: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: secret).prefix(MatchLink.idLength))
    }

    private func newCode() -> FriendCode {
        guard let code = FriendCode(bytes: randomness.bytes(FriendCode.length)) else {
            preconditionFailure("the randomness gave another number of bytes than it was asked for")
        }
        return code
    }

    private func id(_ kind: String, _ player: Int64, _ key: String) -> [UInt8] {
        let code = HMAC<SHA256>.authenticationCode(for: Array("\(kind) \(player) \(key)".utf8), using: secret)
        return Array(code.prefix(Match.idLength))
    }
}
