extension Route {
    /// What is true of a route, and what everything goes by that handles its requests.
    package struct Terms: Hashable, Sendable {
        package let access: Access
        package let audience: Audience
        package let body: Body
        package let caching: Caching
    }

    /// Who may use a route.
    package enum Access: Hashable, Sendable {
        case anyone
        /// Whoever has a player's token.
        case player
        /// Whoever has an admin token with this scope, or is signed in to the desk with it.
        case admin(AdminScope)
        /// Whoever is signed in to the desk, or signs in.
        case desk
    }

    /// Which web origins' pages may read the answers (Fetch standard, section 3.2, CORS).
    package enum Audience: Hashable, Sendable {
        /// Pages of any origin: the answer is the same for everyone.
        case everyone
        /// Pages of the configured origins only: the answer is one player's, an admin's or the operator's.
        case configured
        /// Only the desk's own pages.
        case desk
    }

    /// What a request's body may be.
    package enum Body: Hashable, Sendable {
        case none
        /// A short JSON value.
        case json
        /// JSON with data that the App Store has signed, which is long because of its certificates.
        case appStore
        /// The files of a content version, as JSON.
        case content
    }

    /// How long an answer may be kept.
    package enum Caching: Hashable, Sendable {
        /// Not at all.
        case never
        /// As long as it is asked each time whether it has changed.
        case revalidated
        /// Until the next minute's is due.
        case untilNext
        /// For ever, since it never changes.
        case forever
    }

    /// Every route stands here by itself or with those that are like it, so that a new one can't be forgotten.
    package var terms: Terms {
        switch self {
        case .time, .seconds, .keys: .shelf(.never)
        case .stores: .shelf(.revalidated)
        case .window, .legacy: .shelf(.untilNext)
        case .numberedWindow, .key: .shelf(.forever)
        case .signIn, .refresh: .closed(.anyone, .json)
        case .player, .inventory, .purchases: .closed(.player)
        case .purchase: .closed(.player, .json)
        case .appStoreTopUp: .closed(.player, .appStore)
        case .appStoreNotification: .closed(.anyone, .appStore)
        case .adminPlayers, .adminPlayer, .adminInventory, .adminPurchases, .adminJournal, .adminPurchase,
            .adminItemPurchases, .adminListingPurchases:
            .closed(.admin(.playersRead))
        case .adminPosting: .closed(.admin(.walletsWrite), .json)
        case .adminReversal: .closed(.admin(.purchasesWrite), .json)
        case .adminReceipt: .closed(.admin(.receiptsRead), .json)
        case .adminAudit: .closed(.admin(.auditRead))
        case .adminSales: .closed(.admin(.salesRead))
        case .adminFuture: .closed(.admin(.futureRead))
        case .adminPlan, .adminWithdrawals, .contentVersions, .contentVersion, .contentFiles, .contentDifference,
            .contentItems, .contentDrafts, .contentDraft:
            .closed(.admin(.contentRead))
        case .adminPlanTrial: .closed(.admin(.contentRead), .json)
        case .adminPlanChange, .adminWithdrawal, .adminReplacement, .adminRedraw, .contentRollBack,
            .contentDraftPublication:
            .closed(.admin(.contentWrite), .json)
        case .contentReload, .contentDraftDeletion: .closed(.admin(.contentWrite))
        case .contentPublication, .contentDraftChange: .closed(.admin(.contentWrite), .content)
        case .desk, .deskSession, .deskSignOut: .desk()
        case .deskSignIn: .desk(.json)
        case .page: .closed(.anyone, caching: .revalidated)
        case .health, .readiness, .metrics: .closed(.anyone)
        }
    }
}

extension Route.Terms {
    /// What is on the shelf, the same for everyone.
    fileprivate static func shelf(_ caching: Route.Caching) -> Self {
        Self(access: .anyone, audience: .everyone, body: .none, caching: caching)
    }

    /// What is one player's, an admin's or the operator's.
    fileprivate static func closed(
        _ access: Route.Access, _ body: Route.Body = .none, caching: Route.Caching = .never
    ) -> Self {
        Self(access: access, audience: .configured, body: body, caching: caching)
    }

    /// What the desk's own pages ask for.
    fileprivate static func desk(_ body: Route.Body = .none) -> Self {
        Self(access: .desk, audience: .desk, body: body, caching: .never)
    }
}
