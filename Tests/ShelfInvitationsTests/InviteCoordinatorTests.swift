import ShelfInvitations
import Testing

@Suite struct `An invite` {
    typealias Event = InviteCoordinator.Event
    typealias Effect = InviteCoordinator.Effect

    private let invite = Invite(id: "a", player: "ana", expiresMs: 60_000)
    private let newer = Invite(id: "b", player: "ana", kind: .requested(recipients: ["cem"]))

    /// What is done in answer to each event, without the timer.
    private func effects(_ events: (Int64, Event)..., from start: InviteCoordinator = InviteCoordinator()) -> [[Effect]]
    {
        var coordinator = start
        return events.map { atMs, event in
            coordinator.handle(event, at: atMs).filter { if case .wake = $0 { false } else { true } }
        }
    }

    /// On screen, with Ana authenticated.
    private var started: InviteCoordinator {
        var coordinator = InviteCoordinator()
        _ = coordinator.handle(.launched, at: 0)
        _ = coordinator.handle(.playerChanged(to: "ana"), at: 0)
        return coordinator
    }

    @Test func `is presented at once to its player`() {
        #expect(effects((1000, .invited(invite)), from: started) == [[.present(invite)]])
    }

    @Test func `waits until its player is authenticated, and a second delivery changes nothing`() {
        let done = effects(
            (0, .invited(invite)), (10, .launched), (20, .invited(invite)), (900, .playerChanged(to: "ana")))
        #expect(done == [[], [], [], [.setHandler, .present(invite)]])
    }

    @Test func `is never presented to another player`() {
        let done = effects((0, .launched), (20, .invited(invite)), (900, .playerChanged(to: "ben")))
        #expect(done == [[], [], [.setHandler, .drop(invite, .otherPlayer)]])
    }

    @Test func `waits for the dismissal of the matchmaker that is on screen`() {
        let done = effects(
            (10, .opened(id: "own")), (20, .invited(invite)), (320, .dismissed(id: "own")), from: started)
        #expect(done == [[], [.dismiss(id: "own")], [.present(invite)]])
    }

    @Test func `gives way to a newer one, and says so`() {
        let done = effects(
            (10, .invited(invite)), (310, .presented(id: "a")), (400, .invited(newer)), (700, .dismissed(id: "a")),
            from: started)
        #expect(
            done == [[.present(invite)], [], [.drop(invite, .superseded), .dismiss(id: "a")], [.present(newer)]])
    }

    @Test func `doesn't disturb a presentation that is under way`() {
        let done = effects((10, .invited(invite)), (20, .invited(newer)), (310, .presented(id: "a")), from: started)
        #expect(done == [[.present(invite)], [], [.drop(invite, .superseded), .dismiss(id: "a")]])
    }

    @Test func `waits for the end of the match, however long the game takes`() {
        let done = effects(
            (10, .matchStarted), (20, .invited(newer)), (3_600_000, .matchEnded), from: started)
        #expect(done == [[], [.endMatch(for: newer)], [.present(newer)]])
    }

    @Test func `is dropped when the player would rather go on with the match`() {
        let done = effects(
            (10, .matchStarted), (20, .invited(newer)), (4000, .cancelled(id: "b")), (9000, .matchEnded),
            from: started)
        #expect(done == [[], [.endMatch(for: newer)], [.drop(newer, .cancelled)], []])
    }

    @Test func `that comes in the background is presented once its player is authenticated again`() {
        let done = effects(
            (10, .didEnterBackground), (20, .invited(invite)), (30, .playerChanged(to: "ana")),
            (40, .willEnterForeground), (50, .playerChanged(to: "ana")), from: started)
        #expect(done == [[.removeHandler], [], [], [], [.setHandler, .present(invite)]])
    }

    @Test func `leaves the screen when another player has come`() {
        let done = effects(
            (10, .invited(invite)), (310, .presented(id: "a")), (400, .playerChanged(to: "ben")), from: started)
        #expect(
            done.last == [.removeHandler, .setHandler, .drop(invite, .otherPlayer), .dismiss(id: "a")])
    }

    @Test func `that a presenter doesn't answer for is given up after ten seconds, and the next one is presented`() {
        let done = effects(
            (0, .invited(newer)), (9999, .timerDue), (10_000, .timerDue), (10_300, .dismissed(id: "b")),
            (10_400, .presented(id: "b")), (11_000, .invited(invite)), from: started)
        #expect(
            done == [
                [.present(newer)], [], [.drop(newer, .presenterSilent), .dismiss(id: "b")], [], [], [.present(invite)],
            ])
    }

    @Test func `isn't presented over what can't be dismissed`() {
        let done = effects(
            (0, .opened(id: "own")), (0, .invited(newer)), (10_000, .timerDue), (11_000, .invited(invite)),
            (11_300, .dismissed(id: "own")), from: started)
        #expect(
            done == [
                [], [.dismiss(id: "own")], [.drop(newer, .presenterSilent)], [.dismiss(id: "own")], [.present(invite)],
            ])
    }

    @Test func `that failed to be presented may come again at once, and one that was closed after ten seconds`() {
        let failed = effects(
            (0, .invited(invite)), (100, .presentationFailed(id: "a")), (200, .invited(invite)), from: started)
        #expect(failed == [[.present(invite)], [.drop(invite, .presenterFailed)], [.present(invite)]])
        let closed = effects(
            (0, .invited(newer)), (100, .dismissed(id: "b")), (10_099, .invited(newer)), (10_100, .invited(newer)),
            from: started)
        #expect(closed == [[.present(newer)], [], [], [.present(newer)]])
    }

    @Test func `waits with seven others at most, of which the oldest is dropped`() {
        var coordinator = InviteCoordinator()
        let invites = (1...9).map { Invite(id: "\($0)", player: "ana") }
        let done = invites.map { coordinator.handle(.invited($0), at: 0) }
        #expect(done.dropLast().joined().isEmpty)
        #expect(done.last == [.drop(invites[0], .queueFull)])
        _ = coordinator.handle(.launched, at: 10)
        let drained = coordinator.handle(.playerChanged(to: "ana"), at: 20)
        #expect(drained.contains(.present(invites[8])))
        #expect(drained.filter { if case .drop(_, .superseded) = $0 { true } else { false } }.count == 7)
    }

    @Test func `wakes the coordinator when it expires or its presenter's time is over, and not in the background`() {
        var coordinator = started
        _ = coordinator.handle(.matchStarted, at: 0)
        #expect(coordinator.handle(.invited(invite), at: 0) == [.endMatch(for: invite), .wake(atMs: 60_000)])
        #expect(coordinator.handle(.matchEnded, at: 500) == [.present(invite), .wake(atMs: 10_500)])
        #expect(coordinator.handle(.didEnterBackground, at: 600) == [.removeHandler, .wake(atMs: nil)])
        #expect(coordinator.handle(.willEnterForeground, at: 90_000) == [.wake(atMs: 100_000)])
    }
}
