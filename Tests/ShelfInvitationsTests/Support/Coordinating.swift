import ShelfInvitations

/// What an ``Observer`` can watch: the coordinator, or one that is broken on purpose.
protocol Coordinating: Hashable, Sendable {
    mutating func handle(_ event: InviteCoordinator.Event, at nowMs: Int64) -> [InviteCoordinator.Effect]
}

extension InviteCoordinator: Coordinating {}

/// A coordinator and who watches it, at an instant.
struct Watched<Coordinator: Coordinating>: Hashable, Sendable {
    var coordinator: Coordinator
    var observer = Observer()
    var nowMs: Int64 = 0

    init(_ coordinator: Coordinator) { self.coordinator = coordinator }

    mutating func tell(_ event: InviteCoordinator.Event, at nowMs: Int64) -> Rule? {
        self.nowMs = nowMs
        return observer.see(event, at: nowMs, coordinator.handle(event, at: nowMs))
    }
}
