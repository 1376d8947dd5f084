public import Foundation
import ShelfWire

extension Invitations {
    /// The code by which friends invite this player, such as `7ZK4-09QX-M2HD-V8CE-R`. It stays until a new one is made.
    public func friendCode() async throws(InvitationError) -> String {
        let answer: FriendCodeAnswer = try await send(MatchRequest(.friendCode))
        return answer.code
    }

    /// Makes a new friend code. The one before ends at once.
    public func renewFriendCode() async throws(InvitationError) -> String {
        let answer: FriendCodeAnswer = try await send(MatchRequest(.friendCodeRenewal))
        return answer.code
    }

    /// The matches in which the player has a place, the newest first.
    public func matches() async throws(InvitationError) -> [Match] {
        let answer: MatchList = try await send(MatchRequest(.matches))
        return answer.matches
    }

    /// One match, also one that the player has left.
    public func match(_ match: String) async throws(InvitationError) -> Match {
        try await send(MatchRequest(.match, [match]))
    }

    /// Makes a match, in which the player has the first place.
    ///
    /// - Parameter size: how many places it has, from 2 to 16.
    public func newMatch(size: Int) async throws(InvitationError) -> Match {
        try await send(MatchRequest(.matchMaking, body: NewMatchRequest(size: size), key: Self.newKey()))
    }

    /// Replaces a match's payload, if nobody else has replaced it since the player saw it.
    ///
    /// When the player's own move had come first, and only its answer was lost, this finds that out by itself.
    ///
    /// - Parameters:
    ///   - match: the match's id.
    ///   - version: that of the payload which the player has seen.
    ///   - payload: what takes its place, at most 4096 bytes.
    ///   - state: what the match becomes; `nil` to leave its state.
    /// - Returns: the match with the next version.
    /// - Throws: ``InvitationError/matchConflict`` when another move came first.
    public func move(
        _ match: String, version: Int64, payload: Data, state: Match.State? = nil
    ) async throws(InvitationError) -> Match {
        let body = Move(version: version, payload: Base64URL.encode(payload), state: state)
        var request = try MatchRequest(.matchMove, [match], body: body)
        // A sending that this client doesn't know of could be the move that came first.
        request.isRepeatable = false
        var failures = 0
        do throws(InvitationError) {
            return try await send(request, failures: &failures)
        } catch {
            guard failures > 0, error == .matchConflict else { throw error }
            // It may be our own move that came first, and its answer that was lost.
            let now = try await self.match(match)
            guard now.version == version &+ 1, now.payload == payload else { throw error }
            return now
        }
    }

    /// Leaves a match, whose place is free again then. It ends when nobody is left.
    ///
    /// - Returns: the match, without a place of the player's own.
    public func leave(_ match: String) async throws(InvitationError) -> Match {
        try await send(MatchRequest(.matchLeaving, [match]))
    }
}

/// The answer to a request for all matches.
private struct MatchList: Decodable, Sendable {
    let matches: [Match]
}

/// What a move sends. Its state may be one that this version doesn't name.
private struct Move: Encodable, Sendable {
    let version: Int64
    let payload: String
    let state: Match.State?
}
