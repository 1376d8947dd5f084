import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfWire

/// What support and operators do by hand. Every use is written down before it is answered.
struct AdminRoutes {
    let admins: Admins
    let turnstile: Turnstile
    let database: any TradeDatabase
    let catalogue: Catalogue
    let timeline: Timeline

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.post("v1/admin/players/:player/postings") { request, context in
            try await JSONBody.response(post(request, context))
        }
        router.post("v1/admin/purchases/:purchase/reversal") { request, context in
            try await JSONBody.response(reverse(request, context))
        }
        router.get("v1/admin/players/:player") { request, context in
            try await use(request, context, .playersRead) {
                let player = try Self.number("player", context)
                return try JSONBody.response(
                    PlayerAnswer(player: String(player), balances: try await database.balances(of: player)))
            }
        }
        router.get("v1/admin/players/:player/purchases") { request, context in
            try await use(request, context, .playersRead) {
                try await JSONBody.response(history(of: Self.number("player", context), Page(request)))
            }
        }
        router.get("v1/admin/players/:player/journal") { request, context in
            try await use(request, context, .playersRead) {
                try await JSONBody.response(journal(of: Self.number("player", context), Page(request)))
            }
        }
        router.get("v1/admin/audit") { request, context in
            try await use(request, context, .auditRead) {
                try await JSONBody.response(audit(Page(request)))
            }
        }
    }

    /// Lets somebody look at something, if they may.
    private func use(
        _ request: Request, _ context: ShelfRequestContext, _ scope: AdminToken.Scope,
        _ body: () async throws -> Response
    ) async throws -> Response {
        try await allow(request, context, scope) { use in
            let response = try await body()
            try await database.audit(use.entry(response.status.code))
            return response
        }
    }

    /// Lets somebody do something, if they may, and writes it down when it comes to nothing.
    ///
    /// - Parameter body: writes it down otherwise, in one transaction with what it changes.
    private func allow<Value>(
        _ request: Request, _ context: ShelfRequestContext, _ scope: AdminToken.Scope,
        _ body: (AdminUse) async throws -> Value
    ) async throws -> Value {
        guard let admin = Turnstile.bearer(request).flatMap(admins.admin(ofToken:)) else {
            try turnstile.admit(request, context)
            throw Problem.unauthorized
        }
        let use = AdminUse(by: admin.name, what: "\(request.method) \(request.uri.path)", at: timeline.now)
        do {
            guard admin.scopes.contains(scope) else { throw Problem.forbidden(scope.rawValue) }
            return try await available { try await body(use) }
        } catch let problem as Problem {
            try await available { try await database.audit(use.entry(problem.status)) }
            throw problem
        }
    }

    private func post(_ request: Request, _ context: ShelfRequestContext) async throws -> PostingConfirmation {
        try await allow(request, context, .walletsWrite) { use in
            try await database.post(try await posting(use, request, context)) { use.entry($0.told.status) }
        }.told.get()
    }

    private func posting(
        _ use: AdminUse, _ request: Request, _ context: ShelfRequestContext
    ) async throws -> Posting {
        let key = try IdempotencyKey.of(request)
        let wish = try await JSONBody.read(PostingRequest.self, from: request)
        guard wish.amount != 0, wish.currency.isPlain(atMost: 200), wish.reason.isPlain(atMost: 500) else {
            throw Problem.badRequest(
                "amount must not be 0; currency and reason must say something, in 200 and 500 plain characters.")
        }
        return Posting(
            player: try Self.number("player", context), currency: wish.currency, amount: wish.amount,
            counterpart: wish.kind == .grant ? .grants : .corrections, reason: wish.reason, by: use.by, key: key,
            at: use.at)
    }

    private func reverse(_ request: Request, _ context: ShelfRequestContext) async throws -> ReversalConfirmation {
        try await allow(request, context, .purchasesWrite) { use in
            try await database.reverse(try await reversal(use, request, context)) { [catalogue] in
                use.entry($0.told(by: catalogue).status)
            }
        }.told(by: catalogue).get()
    }

    private func reversal(
        _ use: AdminUse, _ request: Request, _ context: ShelfRequestContext
    ) async throws -> Reversal {
        let key = try IdempotencyKey.of(request)
        let wish = try await JSONBody.read(ReversalRequest.self, from: request)
        guard wish.reason.isPlain(atMost: 500) else {
            throw Problem.badRequest("reason must say something, in 500 plain characters.")
        }
        return Reversal(
            purchase: try Self.number("purchase", context), kind: wish.kind == .refund ? .refund : .revocation,
            reason: wish.reason, by: use.by, key: key, at: use.at)
    }

    private func history(of player: Int64, _ page: Page) async throws -> PurchaseHistory {
        try await PurchaseHistory(
            database.orders(of: player, before: page.before, limit: page.limit), page, catalogue)
    }

    private func journal(of player: Int64, _ page: Page) async throws -> JournalAnswer {
        let entries = try await database.journal(of: player, before: page.before, limit: page.limit)
        return JournalAnswer(
            entries: entries.map(JournalAnswer.Entry.init),
            next: entries.count == page.limit ? entries.last?.id : nil)
    }

    private func audit(_ page: Page) async throws -> AuditAnswer {
        let uses = try await database.auditLog(before: page.before, limit: page.limit)
        return AuditAnswer(
            uses: uses.map { .init(use: $0.id, at: $0.at.milliseconds, by: $0.by, what: $0.what, status: $0.status) },
            next: uses.count == page.limit ? uses.last?.id : nil)
    }

    private static func number(_ name: String, _ context: ShelfRequestContext) throws -> Int64 {
        let text = try context.parameters.require(name)
        guard let number = Int64(text), number > 0, String(number) == text else { throw Problem.notFound }
        return number
    }
}
