public import Foundation
public import ShelfClient
public import ShelfWire

/// Why a request about matches and invitations brought nothing. Its description tells a person what to do.
///
/// A network that is gone is no such error: the request is sent again until the server has judged it.
public enum InvitationError: Error, Hashable, Sendable {
    /// All places of the match are taken.
    case matchFull
    /// The match takes no more players, or is over.
    case matchClosed
    /// Another move came first. Read the match again, and let the player look at it.
    case matchConflict
    /// The inviter has left the match, or taken the invitation or the link back.
    case inviterGone
    /// The same player has sent a newer invitation. Answer that one.
    case invitationSuperseded
    /// The invitation or the link isn't good any more.
    case invitationExpired
    /// The player has as many matches, invitations, links or blocks as a player may. `retryAfter` is how many seconds
    /// the server asks to wait; `nil` when waiting alone doesn't help.
    case tooMany(retryAfter: Int64?)
    /// There is no such thing, or it isn't this player's.
    case notFound
    /// The server refused for another reason, which the problem says.
    case refused(Problem)
    /// What answered isn't a Shelflife server, or one whose answer this version can't read. In a status of
    /// ``PlayerEvents`` also that nothing answered.
    case failed(TransportError)
    /// The device can't keep or read who the player is; in words.
    case notKept(String)
    /// The task was cancelled. What was sent before may have reached the server.
    case cancelled
}

extension InvitationError {
    init(_ error: TransportError) {
        guard case .problem(let problem) = error else {
            self = .failed(error)
            return
        }
        self =
            switch problem.code {
            case .matchFull: .matchFull
            case .matchClosed: .matchClosed
            case .matchConflict: .matchConflict
            case .inviterGone: .inviterGone
            case .invitationSuperseded: .invitationSuperseded
            case .invitationExpired: .invitationExpired
            case .tooMany: .tooMany(retryAfter: problem.retryAfter)
            case .notFound: .notFound
            default: .refused(problem)
            }
    }

    /// Takes every error that a player's request can throw.
    init(any error: any Error) {
        self =
            switch error {
            case let error as InvitationError: error
            case let error as TransportError: InvitationError(error)
            case is CancellationError: .cancelled
            default: .notKept("\(error)")
            }
    }
}

extension InvitationError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .matchFull: "all places of the match are taken"
        case .matchClosed: "the match takes no more players, or is over"
        case .matchConflict: "another move came first; look at the match again"
        case .inviterGone: "who has invited you has left the match, or taken the invitation back"
        case .invitationSuperseded: "there is a newer invitation of the same player; answer that one"
        case .invitationExpired: "the invitation isn't good any more; ask for another one"
        case .tooMany(let seconds):
            "you have as many of these as a player may; "
                + (seconds.map { "try again in \($0) s" } ?? "end one of them first, or wait")
        case .notFound: "it is no longer there"
        case .refused(let problem): "the server refused it: \(problem.detail)"
        case .failed(let error): "\(error)"
        case .notKept(let reason): "this device can't say who the player is: \(reason)"
        case .cancelled: "it was cancelled before the server has answered"
        }
    }

    public var errorDescription: String? { description }
}
