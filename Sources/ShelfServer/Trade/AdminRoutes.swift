import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which support and operators change something by hand.
struct AdminRoutes: RouteSet {
    let access: AdminAccess
    let support: TradeSupport
    let content: ContentHolder

    private var log: AdminLog { access.log }

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.adminPosting) { request, context in
            try await log.noting(request, context) { try await JSONBody.response(post(request, context)) }
        }
        router.on(.adminReversal) { request, context in
            try await log.noting(request, context) { try await JSONBody.response(reverse(request, context)) }
        }
    }

    private func post(_ request: Request, _ context: ShelfRequestContext) async throws -> PostingConfirmation {
        try await access.allow(request, context) { use in
            let posting = try await posting(use, request, context)
            return try await support.post(posting) { use.entry($0.told.status, about: AuditSubject(posting)) }
        }.told.get()
    }

    private func posting(
        _ use: AdminUse, _ request: Request, _ context: ShelfRequestContext
    ) async throws -> Posting {
        let key = try IdempotencyKey.of(request)
        let asked = try await JSONBody.read(PostingRequest.self, from: request)
        try asked.check()
        let (currency, currencies) = (asked.currency.normalForm, content.current.currencies)
        // A correction may use a currency that no store has any more, for example to empty an old wallet.
        guard asked.kind == .correction || currencies.contains(currency) else {
            throw Problem.noSuchCurrency(currency, among: currencies)
        }
        guard let player = context.number("player") else { throw Problem.noSuchPlayer }
        return Posting(
            player: player, currency: currency, amount: asked.amount,
            counterpart: asked.kind == .grant ? .grants : .corrections, reason: asked.reason, by: use.by, key: key,
            at: use.at)
    }

    private func reverse(_ request: Request, _ context: ShelfRequestContext) async throws -> ReversalConfirmation {
        try await access.allow(request, context) { use in
            let reversal = try await reversal(use, request, context)
            return try await support.reverse(reversal) { [content] in
                use.entry($0.told(by: content.current.catalogue).status, about: AuditSubject(reversal, $0))
            }
        }.told(by: content.current.catalogue).get()
    }

    private func reversal(
        _ use: AdminUse, _ request: Request, _ context: ShelfRequestContext
    ) async throws -> Reversal {
        let key = try IdempotencyKey.of(request)
        let asked = try await JSONBody.read(ReversalRequest.self, from: request)
        try asked.reason.checkReason()
        guard let purchase = context.number("purchase") else { throw Problem.nothingSold }
        return Reversal(
            purchase: purchase, kind: asked.kind == .refund ? .refund : .revocation,
            reason: asked.reason, by: use.by, key: key, at: use.at)
    }
}

extension PostingRequest {
    /// - Throws: ``Problem`` for an amount that the kind doesn't have, and for texts that can't be kept.
    fileprivate func check() throws {
        guard amount != 0 else { throw Problem.badRequest("amount must not be 0.") }
        guard (-Money.most...Money.most).contains(amount) else {
            throw Problem.badRequest("amount must be from \(-Money.most) to \(Money.most).")
        }
        guard amount > 0 || kind == .correction else {
            throw Problem.badRequest("The amount of a grant must be over 0; a correction may take from a wallet.")
        }
        guard currency.isPlain(atMost: 200) else {
            throw Problem.badRequest("currency must be 1 to 200 plain characters.")
        }
        try reason.checkReason()
    }
}
