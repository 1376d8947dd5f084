import Hummingbird
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which an operator pauses and resumes a store, and sees which are paused.
struct PauseRoutes: RouteSet {
    let access: AdminAccess
    let pauses: Pauses
    let database: any PauseDatabase & AuditDatabase
    let content: ContentHolder

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.adminPause) { request, context in
            try await access.log.noting(request, context) { try await JSONBody.response(change(request, context)) }
        }
        router.on(.adminPauses) { request, context in
            try await access.look(request, context) {
                try await (PausesAnswer(pauses: database.pauses().map(PauseRecord.init)), nil)
            }
        }
    }

    private func change(_ request: Request, _ context: ShelfRequestContext) async throws -> PauseConfirmation {
        try await access.allow(request, context) { use in
            let asked = try await JSONBody.read(PauseRequest.self, from: request)
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
}

extension PauseRecord {
    fileprivate init(_ pause: StorePause) {
        self.init(
            store: pause.store, paused: pause.isPaused, atMs: pause.at.milliseconds, by: pause.by, reason: pause.reason)
    }
}
