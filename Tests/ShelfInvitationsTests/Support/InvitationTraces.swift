import ShelfInvitations

/// The events of `Tests/Vectors/invitations.json`.
enum InvitationTraces {
    struct Made {
        let name: String
        let moments: [RandomRun.Moment]
    }

    typealias Event = InviteCoordinator.Event

    static let all: [Made] =
        [
            made(
                "an invite that is presented and closed",
                begun + [(2000, .invited(a)), (2300, .presented(id: "a")), (9000, .dismissed(id: "a"))]),
            made(
                "an invite that comes before its player is authenticated",
                [
                    (0, .invited(a)), (10, .launched), (20, .invited(a)), (900, .playerChanged(to: "ana")),
                    (950, .invited(a)),
                ]),
            made(
                "an invite for another player than the one who is authenticated",
                [
                    (0, .launched), (10, .invited(a)), (20, .invited(c)), (900, .playerChanged(to: "ben")),
                    (910, .invited(b)),
                ]),
            made(
                "a matchmaker of the game's own in the way, with two invites",
                begun + [
                    (1500, .opened(id: "own")), (2000, .invited(a)), (2100, .invited(b)), (2400, .dismissed(id: "own")),
                    (2700, .presented(id: "b")),
                ]),
            made(
                "an invite while another is being presented",
                begun + [
                    (2000, .invited(a)), (2100, .invited(b)), (2400, .presented(id: "a")), (2600, .dismissed(id: "a")),
                    (2900, .presented(id: "b")), (3000, .invited(a)), (14_000, .invited(a)),
                ]),
            made(
                "a match that the game ends",
                begun + [
                    (1500, .matchStarted), (2000, .invited(b)), (60_000, .matchEnded), (60_400, .presented(id: "b")),
                ]),
            made(
                "a match that the player prefers",
                begun + [
                    (1500, .matchStarted), (2000, .invited(b)), (9000, .cancelled(id: "b")), (60_000, .matchEnded),
                ]),
            made(
                "a match during which invites are superseded and expire",
                begun + [
                    (1500, .matchStarted), (2000, .invited(b)), (3000, .invited(a)), (15_000, .timerDue),
                    (15_100, .matchEnded),
                ]),
            made(
                "the background, while an invite waits for the match's end",
                begun + [
                    (1500, .matchStarted), (2000, .invited(b)), (3000, .didEnterBackground),
                    (3500, .playerChanged(to: "ana")),
                    (4000, .matchEnded), (50_000, .willEnterForeground), (50_300, .playerChanged(to: "ana")),
                    (50_310, .playerChanged(to: "ana")),
                ]),
            made(
                "the background, and another player afterwards",
                begun + [
                    (2000, .invited(a)), (2300, .presented(id: "a")), (3000, .didEnterBackground), (3100, .invited(b)),
                    (4000, .willEnterForeground), (4500, .playerChanged(to: "ben")), (4800, .dismissed(id: "a")),
                ]),
            made(
                "players who change without the background",
                begun + [
                    (2000, .invited(a)), (2100, .playerChanged(to: "ben")), (2200, .invited(c)),
                    (2300, .presented(id: "a")),
                    (2600, .dismissed(id: "a")), (3000, .playerChanged(to: nil)), (3100, .presented(id: "c")),
                ]),
            made(
                "a presenter that fails",
                begun + [
                    (2000, .invited(a)), (2100, .invited(b)), (2300, .presentationFailed(id: "a")), (2350, .invited(a)),
                ]),
            made(
                "a presenter that never presents",
                begun + [
                    (2000, .invited(b)), (12_000, .timerDue), (12_500, .dismissed(id: "b")),
                    (12_600, .presented(id: "b")),
                    (13_000, .invited(b)),
                ]),
            made(
                "a presenter that never dismisses, until it does",
                begun + [
                    (1500, .opened(id: "own")), (2000, .invited(b)), (12_000, .timerDue), (13_000, .invited(d)),
                    (14_000, .dismissed(id: "own")), (14_100, .dismissed(id: "own")),
                ]),
            made(
                "a presenter whose time stands still in the background",
                begun + [
                    (2000, .invited(b)), (3000, .didEnterBackground), (90_000, .willEnterForeground),
                    (99_999, .timerDue),
                    (100_000, .timerDue),
                ]),
            made(
                "invites that are taken back, in each state",
                begun + [
                    (1500, .matchStarted), (2000, .invited(b)), (2100, .cancelled(id: "b")), (2200, .matchEnded),
                    (2300, .invited(d)), (2400, .cancelled(id: "d")), (2500, .presented(id: "d")),
                    (2600, .dismissed(id: "d")),
                    (2700, .invited(a)), (2800, .presented(id: "a")), (2900, .cancelled(id: "a")),
                    (3000, .dismissed(id: "a")),
                ]),
            made("more invites than wait", [(0, .launched)] + many + [(900, .playerChanged(to: "ana"))]),
            made("an invite that has expired before it comes", begun + [(15_000, .invited(a))]),
            made(
                "answers that nobody waits for",
                begun + [
                    (2000, .presented(id: "a")), (2100, .dismissed(id: "a")), (2200, .presentationFailed(id: "a")),
                    (2300, .cancelled(id: "a")), (2400, .matchEnded), (2500, .timerDue),
                ]),
            made(
                "an invite that comes again, just too early and then not",
                begun + [
                    (2000, .invited(d)), (2300, .presented(id: "d")), (3000, .dismissed(id: "d")),
                    (12_999, .invited(d)), (13_000, .invited(d)),
                ]),
            made(
                "an invite that comes again after another player, during the same match",
                begun + [
                    (1500, .matchStarted), (2000, .invited(d)), (2100, .playerChanged(to: "ben")),
                    (2200, .playerChanged(to: "ana")), (2300, .invited(d)),
                ]),
            made("more invites than are remembered", begun + closed + [(3000, .invited(first))]),
            made(
                "a second match, before the screen is free for the invite that the first has ended for",
                begun + [
                    (1500, .matchStarted), (1600, .opened(id: "own")), (2000, .invited(d)), (3000, .matchEnded),
                    (3100, .matchStarted), (3300, .dismissed(id: "own")), (4000, .matchEnded),
                ]),
            made(
                "a failure of what is being dismissed",
                begun + [
                    (2000, .invited(a)), (2300, .presented(id: "a")), (3000, .invited(b)),
                    (3100, .presentationFailed(id: "a")),
                ]),
            made(
                "another player, at the instant at which a dismissal is given up",
                begun + [(1500, .opened(id: "own")), (2000, .invited(d)), (12_000, .playerChanged(to: "ben"))]),
            made(
                "a match that begins during a dismissal that isn't answered",
                begun + [
                    (1500, .opened(id: "own")), (2000, .invited(d)), (3000, .matchStarted), (12_000, .timerDue),
                    (13_000, .matchEnded), (13_200, .dismissed(id: "own")),
                ]),
            made(
                "an invite that comes again after the clock has gone back",
                begun + [
                    (50_000, .invited(d)), (50_100, .dismissed(id: "d")), (1000, .timerDue), (10_999, .invited(d)),
                    (11_000, .invited(d)),
                ]),
            made(
                "a clock that goes back",
                begun + [
                    (50_000, .invited(b)), (2000, .timerDue), (12_000, .timerDue), (12_300, .dismissed(id: "b")),
                    (-5000, .invited(d)),
                ]),
        ]
        + (1...6 as ClosedRange<UInt64>).map { Made(name: "at random, \($0)", moments: RandomRun(seed: $0).moments) }

    private static let a = Invite(id: "a", player: "ana", expiresMs: 15_000)
    private static let b = Invite(id: "b", player: "ana", kind: .requested(recipients: ["cem", "dia"]))
    private static let c = Invite(id: "c", player: "ben")
    private static let d = Invite(id: "d", player: "ana")

    private static let begun: [(Int64, Event)] = [(0, .launched), (800, .playerChanged(to: "ana"))]
    private static let many: [(Int64, Event)] = (1...10).map {
        (Int64($0) * 10, .invited(Invite(id: "\($0)", player: $0 == 5 ? "ben" : "ana")))
    }

    private static let first = Invite(id: "0", player: "ana")
    private static let closed: [(Int64, Event)] =
        [.invited(first), .dismissed(id: "0")].map { (1000, $0) }
        + (1...16).flatMap { number -> [(Int64, Event)] in
            let invite = Invite(id: "\(number)", player: "ana")
            return [(2000, .invited(invite)), (2000, .dismissed(id: invite.id))]
        }

    private static func made(_ name: String, _ moments: [(Int64, Event)]) -> Made {
        Made(name: name, moments: moments.map { RandomRun.Moment(atMs: $0, event: $1) })
    }
}
