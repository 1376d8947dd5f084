import Foundation
import ShelfInvitations
import Testing

/// What `Tests/Vectors/invitations.json` says; `Tests/SDK/test_invitation_vectors.py` asks it of the coordinator in
/// JavaScript.
@Suite struct `Invitation vectors` {
    @Test func `say what the coordinator does in answer to every event`() {
        let traces = InvitationVectors.shared.traces
        #expect(traces.map(\.name) == InvitationTraces.all.map(\.name))
        for (trace, made) in zip(traces, InvitationTraces.all) {
            var coordinator = InviteCoordinator()
            #expect(trace.steps.count == made.moments.count)
            for (index, (step, moment)) in zip(trace.steps, made.moments).enumerated() {
                #expect(step.atMs == moment.atMs && step.event == InvitationJSON.Event(moment.event))
                let effects = coordinator.handle(moment.event, at: moment.atMs)
                #expect(step.effects == effects.map(InvitationJSON.Effect.init), "\(trace.name), step \(index)")
            }
        }
    }

    @Test func `break no rule`() {
        for made in InvitationTraces.all {
            #expect(RandomRun.fault(in: made.moments, of: InviteCoordinator()) == nil, "\(made.name)")
        }
    }

    /// Random runs are left out, since nobody reads them.
    @Test func `hold every effect and every reason in the traces that people read`() {
        let read = InvitationVectors.shared.traces.filter { !$0.name.hasPrefix("at random") }
        let effects = read.flatMap(\.steps).flatMap(\.effects)
        #expect(
            Set(effects.map(\.do)) == [
                "setHandler", "removeHandler", "dismiss", "endMatch", "present", "drop", "wake",
            ])
        #expect(Set(effects.compactMap(\.reason)) == Set(InviteCoordinator.DropReason.allCases.map(\.rawValue)))
        #expect(Set(read.flatMap(\.steps).map(\.event.type)).count == 13)
    }

    /// When that is asked for, the file is written anew first. Afterwards the differences are looked at, line by line:
    /// `SHELFLIFE_WRITE_VECTORS=1 swift test -c release --disable-xctest --filter "are what would be written"`
    @Test func `are what would be written anew, byte for byte`() throws {
        let traces = InvitationTraces.all.map { made in
            var coordinator = InviteCoordinator()
            let steps = made.moments.map { InvitationVectors.Step($0, coordinator.handle($0.event, at: $0.atMs)) }
            return InvitationVectors.Trace(name: made.name, steps: steps)
        }
        let text = try InvitationVectors.text(of: traces)
        if ProcessInfo.processInfo.environment["SHELFLIFE_WRITE_VECTORS"] == "1" {
            try Data(text.utf8).write(to: InvitationVectors.file)
        }
        #expect(try Data(contentsOf: InvitationVectors.file) == Data(text.utf8))
    }
}
