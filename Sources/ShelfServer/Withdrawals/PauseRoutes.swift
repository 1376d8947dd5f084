import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which an operator pauses and resumes a store, and sees which are paused.
struct PauseRoutes: GatedRoutes {
    let pauses: Pauses
    let database: any PauseDatabase & AuditDatabase
    let content: ContentHolder

    func add(to router: GatedRouter) {
        router.on(.adminPause, change)
        router.on(.adminPauses) { _, _ in
            try await PausesAnswer(pauses: database.pauses().map(PauseRecord.init))
        }
    }

    private func change(_ use: AdminUse, _ asked: PauseRequest) async throws -> PauseConfirmation {
        try asked.reason.checkReason()
        let use = use.naming(["store": asked.store, "paused": "\(asked.paused)"])
        let subject = AuditSubject(reason: asked.reason)
        let known = content.current.stores.map(\.id)
        guard known.contains(asked.store) else {
            throw RefusedUse(Problem.noStoreInForce(asked.store, among: known), of: use, about: subject)
        }
        let order = StorePause.Order(
            store: asked.store, isPaused: asked.paused, reason: asked.reason, by: use.by, at: use.at)
        let (pause, isNew) = try await pauses.change(order) { _ in use.entry(200, about: subject) }
        return PauseConfirmation(pause: pause.map(PauseRecord.init), replayed: !isNew)
    }
}

extension PauseRecord {
    fileprivate init(_ pause: StorePause) {
        self.init(
            store: pause.store, paused: pause.isPaused, atMs: pause.at.milliseconds, by: pause.by, reason: pause.reason)
    }
}
