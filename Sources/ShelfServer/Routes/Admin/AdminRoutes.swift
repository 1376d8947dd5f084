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
            try await use(request, context, .walletsWrite) { try await post($0, request, context) }
        }
        router.post("v1/admin/purchases/:purchase/reversal") { request, context in
            try await use(request, context, .purchasesWrite) { try await reverse($0, request, context) }
        }
        router.get("v1/admin/players/:player") { request, context in
            try await use(request, context, .playersRead) { _ in
                let player = try Self.number("player", context)
                return try JSONBody.response(
                    PlayerAnswer(player: String(player), balances: try await database.balances(of: player)))
            }
        }
        router.get("v1/admin/players/:player/purchases") { request, context in
            try await use(request, context, .playersRead) { _ in
                try await JSONBody.response(history(of: Self.number("player", context), Page(request)))
            }
        }
        router.get("v1/admin/players/:player/journal") { request, context in
            try await use(request, context, .playersRead) { _ in
                try await JSONBody.response(journal(of: Self.number("player", context), Page(request)))
            }
        }
        router.get("v1/admin/audit") { request, context in
            try await use(request, context, .auditRead) { _ in
                try await JSONBody.response(audit(Page(request)))
            }
        }
    }

    /// Lets somebody do something, if they may, and writes it down however it ends.
    private func use(
        _ request: Request, _ context: ShelfRequestContext, _ scope: AdminToken.Scope,
        _ body: (AdminToken) async throws -> Response
    ) async throws -> Response {
        guard let admin = Turnstile.bearer(request).flatMap(admins.admin(ofToken:)) else {
            try turnstile.admit(request, context)
            throw Problem.unauthorized
        }
        let what = "\(request.method) \(request.uri.path)"
        do {
            guard admin.scopes.contains(scope) else { throw Problem.forbidden(scope.rawValue) }
            let response = try await available { try await body(admin) }
            try await note(what, by: admin, response.status.code)
            return response
        } catch let problem as Problem {
            try await note(what, by: admin, problem.status)
            throw problem
        }
    }

    private func note(_ what: String, by admin: AdminToken, _ status: Int) async throws {
        try await available {
            try await database.audit(AuditEntry(id: 0, at: timeline.now, by: admin.name, what: what, status: status))
        }
    }

    private func post(_ admin: AdminToken, _ request: Request, _ context: ShelfRequestContext) async throws
        -> Response
    {
        let key = try IdempotencyKey.of(request)
        let wish = try await JSONBody.read(PostingRequest.self, from: request)
        guard wish.amount != 0, wish.currency.isPlain(atMost: 200), wish.reason.isPlain(atMost: 500) else {
            throw Problem.badRequest(
                "amount must not be 0; currency and reason must say something, in 200 and 500 plain characters.")
        }
        let posting = Posting(
            player: try Self.number("player", context), currency: wish.currency, amount: wish.amount,
            counterpart: wish.kind == .grant ? .grants : .corrections, reason: wish.reason, by: admin.name, key: key,
            at: timeline.now)
        switch try await database.post(posting) {
        case .posted(let entry, let balance, let isReplay):
            return try JSONBody.response(
                PostingConfirmation(entry: entry.id, balance: balance, replayed: isReplay))
        case .keyReused: throw Problem.keyReused
        case .impossible(let balance): throw Problem.impossible(balance: balance)
        case .unknownPlayer: throw Problem.notFound
        }
    }

    private func reverse(_ admin: AdminToken, _ request: Request, _ context: ShelfRequestContext) async throws
        -> Response
    {
        let key = try IdempotencyKey.of(request)
        let wish = try await JSONBody.read(ReversalRequest.self, from: request)
        guard wish.reason.isPlain(atMost: 500) else {
            throw Problem.badRequest("reason must say something, in 500 plain characters.")
        }
        let reversal = Reversal(
            purchase: try Self.number("purchase", context), kind: wish.kind == .refund ? .refund : .revocation,
            reason: wish.reason, by: admin.name, key: key, at: timeline.now)
        switch try await database.reverse(reversal) {
        case .reversed(let kept, let balance, let isReplay):
            let record = PurchaseRecord(kept, catalogue[kept.settled.order.item])
            return try JSONBody.response(
                ReversalConfirmation(
                    purchase: record, balance: balance, retiredNumber: record.number, replayed: isReplay))
        case .notSold: throw Problem.notFound
        case .reversedAlready: throw Problem.reversedAlready
        case .impossible(let balance): throw Problem.impossible(balance: balance)
        }
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

extension JournalAnswer.Entry {
    fileprivate init(_ entry: JournalEntry) {
        self.init(
            entry: entry.id, at: entry.at.milliseconds, currency: entry.currency, amount: entry.amount,
            counterpart: entry.counterpart.rawValue, reason: entry.reason, by: entry.by, key: entry.key,
            purchase: entry.purchase)
    }
}
