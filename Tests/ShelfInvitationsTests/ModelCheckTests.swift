import ShelfInvitations
import Testing

@Suite struct `The model of invitations` {
    typealias Event = InviteCoordinator.Event

    private static let first = Invite(id: "a", player: "ana", expiresMs: 15_000)
    private static let second = Invite(id: "b", player: "ana", kind: .requested(recipients: ["cem"]))
    private static let others = Invite(id: "c", player: "ben")
    private static let alphabet: [Event] =
        [
            .launched, .didEnterBackground, .willEnterForeground, .playerChanged(to: "ana"), .playerChanged(to: "ben"),
            .playerChanged(to: nil), .invited(first), .invited(second), .invited(others), .opened(id: "own"),
            .dismissed(id: "own"), .matchStarted, .matchEnded, .timerDue,
        ]
        + ["a", "b", "c"].flatMap {
            [.presented(id: $0), .presentationFailed(id: $0), .dismissed(id: $0), .cancelled(id: $0)]
        }

    @Test func `keeps every rule in all states that twelve events can reach`() {
        var check = ModelCheck(InviteCoordinator(), Self.alphabet)
        let taken = ContinuousClock().measure { check.run(depth: 12) }
        #expect(check.fault == nil)
        #expect(check.states == [7, 30, 87, 211, 488, 1159, 2673, 5509, 9846, 15_322, 21_243, 27_029])
        print("invitations: \(check.states.reduce(1, +)) states in \(taken)")
    }

    /// More invites than wait are beyond its depth, so this rule is left to random runs.
    @Test(arguments: Rule.allCases.filter { $0 != .queueIsShort })
    func `tells the shortest way to a rule that is broken`(rule: Rule) {
        var check = ModelCheck(BrokenCoordinator(rule), Self.alphabet)
        check.run(depth: 8)
        #expect(check.fault?.rule == rule, "\(check.fault?.events ?? [])")
    }
}
