package import ShelfModel

/// Stores matches, and who has a place in them.
///
/// Each write is one transaction, and locks its match.
package protocol MatchDatabase: Sendable {
    /// Adds a match, unless there is one with the same id.
    ///
    /// - Parameter player: who has the first place.
    func add(_ match: Match, of player: Int64) async throws -> MatchAddition

    func match(_ id: [UInt8]) async throws -> Match?

    /// The matches in which a player has a place, the newest first, and after them those that were ended. There are
    /// ``ShelfModel/Match/mostListed`` at most, so only ended ones are left out.
    func matches(of player: Int64) async throws -> [Match]

    /// - Returns: the match without the player, who may have left before; `nil` when the player never had a place in it.
    func leave(_ match: [UInt8], player: Int64, at: Instant) async throws -> Match?

    /// Replaces a match's payload.
    func apply(_ move: MatchMove) async throws -> MatchMove.Judgement

    /// Deletes the matches that were over for ``ShelfModel/Match/keptAfterEnd``, with their links, and what is left of
    /// old invitations.
    func forgetMatches(at: Instant) async throws
}

/// What became of a new match.
package enum MatchAddition: Hashable, Sendable {
    case made(Match)
    /// There was one with the same id, which is the same player's.
    case madeBefore(Match)
    /// The player has ``ShelfModel/Match/mostOfPlayer`` matches.
    case tooMany
}
