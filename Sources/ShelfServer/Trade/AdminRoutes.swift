import HTTPTypes
import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// The routes by which support and operators change something by hand.
struct AdminRoutes: GatedRoutes {
    let support: TradeSupport
    let content: ContentHolder

    func add(to router: GatedRouter) {
        router.on(.adminPosting, post)
        router.on(.adminReversal, reverse)
    }

    private func post(_ use: AdminUse, _ asked: PostingRequest) async throws -> PostingConfirmation {
        let posting = try posting(use, asked)
        let answer = try await support.post(posting) { use.entry($0.told.status, about: AuditSubject(posting)) }
        return try answer.told.recorded()
    }

    private func posting(_ use: AdminUse, _ asked: PostingRequest) throws -> Posting {
        try asked.check()
        let (currency, currencies) = (asked.currency.normalForm, content.current.currencies)
        // A correction may use a currency that no store has any more, for example to empty an old wallet.
        guard asked.kind == .correction || currencies.contains(currency) else {
            throw Problem.noSuchCurrency(currency, among: currencies)
        }
        return try Posting(
            player: use.names.number("player"), currency: currency, amount: asked.amount,
            counterpart: asked.kind == .grant ? .grants : .corrections, reason: asked.reason, by: use.by,
            key: use.call.idempotencyKey(), at: use.at)
    }

    private func reverse(_ use: AdminUse, _ asked: ReversalRequest) async throws -> ReversalConfirmation {
        let reversal = try reversal(use, asked)
        let answer = try await support.reverse(reversal) { [content] in
            use.entry($0.told(by: content.current.catalogue).status, about: AuditSubject(reversal, $0))
        }
        return try answer.told(by: content.current.catalogue).recorded()
    }

    private func reversal(_ use: AdminUse, _ asked: ReversalRequest) throws -> Reversal {
        try asked.reason.checkReason()
        return try Reversal(
            purchase: use.names.number("purchase"), kind: asked.kind == .refund ? .refund : .revocation,
            reason: asked.reason, by: use.by, key: use.call.idempotencyKey(), at: use.at)
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
