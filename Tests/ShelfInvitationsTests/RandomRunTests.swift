import ShelfInvitations
import Testing

@Suite struct `Invitations at random` {
    @Test func `keep every rule for two hundred events, five hundred times`() {
        for seed in 0..<500 as Range<UInt64> {
            let run = RandomRun(seed: seed).moments
            guard let rule = RandomRun.fault(in: run, of: InviteCoordinator()) else { continue }
            let shrunk = RandomRun.shrunk(run, rule, of: InviteCoordinator())
            Issue.record("seed \(seed), \(rule.rawValue): \(shrunk)")
            return
        }
    }

    /// What breaks one rule is called by that rule's name, whichever run it shows in.
    @Test(arguments: Rule.allCases) func `let the observer name the rule that is broken`(rule: Rule) {
        let broken = BrokenCoordinator(rule)
        let found = (0..<60 as Range<UInt64>).compactMap { seed -> Rule? in
            let run = RandomRun(seed: seed).moments
            let found = RandomRun.fault(in: run, of: broken)
            if let found, found != rule {
                Issue.record("seed \(seed), \(found.rawValue): \(RandomRun.shrunk(run, found, of: broken))")
            }
            return found
        }
        #expect(!found.isEmpty)
    }

    /// No arithmetic overflows; rules say nothing of instants that no clock shows.
    @Test func `are answered at both ends of time, too`() {
        for seed in 0..<50 as Range<UInt64> {
            var coordinator = InviteCoordinator()
            let effects = RandomRun(seed: seed).moments.enumerated().flatMap { index, moment in
                coordinator.handle(moment.event, at: [.min, .max, .max - 5000, 0][index / 7 % 4])
            }
            #expect(!effects.isEmpty)
        }
    }
}
