import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

/// The route by which admins read what others have done.
struct AuditRoutes: GatedRoutes {
    let database: any AuditDatabase

    func add(to router: GatedRouter) {
        router.on(.adminAudit) { use, _ in try await audit(Page(use.call)) }
    }

    private func audit(_ page: Page) async throws -> AuditAnswer {
        let (uses, next) = try await page.read(numbered: \.id) { before, limit in
            try await database.auditLog(before: before, limit: limit)
        }
        return AuditAnswer(uses: uses.map(AuditAnswer.Use.init), next: next)
    }
}

extension AuditAnswer.Use {
    init(_ entry: AuditEntry) {
        self.init(
            use: entry.id, at: entry.at.milliseconds, by: entry.by, what: entry.what, route: entry.route,
            status: entry.status, player: entry.about.player.map { String($0) }, purchase: entry.about.purchase,
            currency: entry.about.currency, amount: entry.about.amount, reason: entry.about.reason)
    }
}
