import ShelfWire
import Testing

@Suite struct `A route's terms` {
    private func isAdmin(_ route: Route) -> Bool {
        if case .admin = route.terms.access { true } else { false }
    }

    @Test func `ask for a scope exactly where an admin's path is`() {
        #expect(Route.allCases.allSatisfy { isAdmin($0) == $0.pattern.hasPrefix("/v1/admin/") })
    }

    @Test func `let pages of any origin read what everyone may see, and nothing else`() {
        let open = Route.allCases.filter { $0.terms.audience == .everyone }
        #expect(
            open.map(\.pattern).sorted() == [
                "/v1/pack-files/{file}", "/v1/packs/{pack}/{channel}", "/v1/pictures/{name}/{file}", "/v1/stores",
                "/v1/stores/{store}/keys",
                "/v1/stores/{store}/keys/{chain}/{slot}",
                "/v1/stores/{store}/legacy", "/v1/stores/{store}/window", "/v1/stores/{store}/windows/{sequence}",
                "/v1/time", "/v1/time/seconds",
            ])
        #expect(open.allSatisfy { $0.method == .get && $0.terms.access == .anyone })
    }

    @Test func `keep from caches what is not the same for everyone`() {
        let kept = Route.allCases.filter { $0.terms.caching != .never }
        #expect(kept.allSatisfy { $0.terms.audience == .everyone || $0 == .page })
    }

    @Test func `end the check of what was sent with its client, and no other change`() {
        let ending = Route.allCases.filter { $0.terms.load == .publication && $0.terms.endsWithClient }
        #expect(ending == [.contentPublication, .packBundleSending])
        #expect(Route.allCases.allSatisfy { $0.terms.load != .heavy || $0.terms.endsWithClient })
    }

    @Test func `take long bodies only for content, and none where nothing is sent`() {
        #expect(
            Route.allCases.filter { $0.terms.body == .content } == [
                .contentPublication, .contentTrial, .contentDraftChange,
            ])
        #expect(Route.allCases.filter { $0.method == .get }.allSatisfy { $0.terms.body == .none })
    }

    @Test(arguments: [
        (Route.contentFiles, AdminScope.contentRead), (.adminPlanTrial, .contentRead),
        (.adminPlanChange, .contentWrite),
        (.adminFuture, .futureRead), (.adminSales, .salesRead), (.adminAudit, .auditRead),
        (.adminPosting, .walletsWrite), (.adminReversal, .purchasesWrite), (.adminReceipt, .receiptsRead),
        (.adminListingPurchases, .playersRead), (.adminWithdrawal, .contentWrite),
        (.contentDraftDeletion, .contentWrite), (.packMove, .contentWrite), (.adminPacks, .contentRead),
        (.adminInvitations, .playersRead), (.adminInvitationsEnd, .playersWrite),
    ]) func `name the scope`(route: Route, scope: AdminScope) {
        #expect(route.terms.access == .admin(scope))
    }
}
