extension Route {
    /// What is true of a route, and what everything goes by that handles its requests.
    package struct Terms: Hashable, Sendable {
        package let access: Access
        package let audience: Audience
        package let body: Body
        package let caching: Caching
        package let load: Load
        /// The route's own limit, besides those of its network and its player.
        package private(set) var limit: Limit?
        /// Whether a request brings an `Idempotency-Key`, so that repeated ones count as one.
        package private(set) var isKeyed = false

        /// Whether the work for a request ends once its client has gone: work that only looks, and the check of much
        /// that was sent. What is written then is written in a task of its own, which doesn't end.
        package var endsWithClient: Bool {
            switch load {
            case .heavy: true
            case .publication: body == .content || body == .bundle
            case .light, .job: false
            }
        }
    }

    /// Who may use a route.
    package enum Access: Hashable, Sendable {
        case anyone
        /// Holders of a player's token.
        case player
        /// Admins whose token has this scope, also by a session of the desk.
        case admin(AdminScope)
        /// People who are signed in to the desk, or sign in.
        case desk
    }

    /// Which web origins' pages may read the answers (Fetch standard, section 3.2, CORS).
    package enum Audience: Hashable, Sendable {
        /// Pages of any origin: the answer is the same for everyone.
        case everyone
        /// Pages of the configured origins, of which `null` may be one: the answer is one player's, so it takes the
        /// player's token or makes it.
        case game
        /// Pages of the configured origins, but none without an origin, since any website can open such a page: the
        /// answer is an admin's or the operator's.
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
        /// A master of a picture, as it is.
        case master
        /// A pack's bundle, as it is.
        case bundle
    }

    /// How long an answer may be kept.
    package enum Caching: Hashable, Sendable {
        /// Not at all.
        case never
        /// As long as it is asked each time whether it has changed.
        case revalidated
        /// For a minute.
        case minute
        /// Until the next minute's is due.
        case untilNext
        /// For ever, since it never changes.
        case forever
    }

    /// How much an answer takes of the server, its memory included.
    package enum Load: Hashable, Sendable {
        /// Little, so that it is answered at once.
        case light
        /// Much: it reads a version's files, draws, compares or sums. Few such requests are let in.
        case heavy
        /// Much, and it changes the content. Such requests don't wait for heavy ones.
        case publication
        /// Much, and it is done by a job of its own, which says when too much waits.
        case job
    }

    /// The limits that a route may name. Each is declared in the server, by the subject that it belongs to.
    package enum Limit: String, Hashable, Sendable, CaseIterable {
        case orders, moves, makings, invitations
        /// Counts only new players.
        case newPlayers
        /// Counts only sign-ins to the desk that fail.
        case signIns
    }

    /// Every route stands here by itself or with those that are like it, so that a new one can't be forgotten.
    package var terms: Terms {
        switch self {
        case .time, .seconds, .keys: .shelf(.never)
        case .stores: .shelf(.revalidated)
        case .window, .legacy: .shelf(.untilNext)
        case .numberedWindow, .key, .picture, .packFile: .shelf(.forever)
        case .packChannel: .shelf(.minute)
        case .signIn: .game(.anyone, .json).limited(by: .newPlayers)
        case .refresh: .game(.anyone, .json)
        case .player, .inventory, .purchases, .playerEvents: .game(.player)
        case .purchase: .game(.player, .json).limited(by: .orders).keyed
        case .friendCode, .friendCodeRenewal, .matches, .match, .matchLeaving, .invitations, .invitationAcceptance,
            .invitationRefusal, .invitationCancellation, .linkDeletion, .blocks, .blockDeletion:
            .game(.player)
        case .matchMaking, .linkMaking: .game(.player, .json).limited(by: .makings).keyed
        case .matchMove: .game(.player, .json).limited(by: .moves)
        case .invitationSending: .game(.player, .json).limited(by: .invitations).keyed
        case .linkAcceptance, .blocking: .game(.player, .json)
        case .linkLook: .game(.anyone, .json)
        case .appStoreTopUp: .game(.player, .appStore)
        case .appStoreNotification: .closed(.anyone, .appStore)
        case .adminPlayers, .adminPlayer, .adminInventory, .adminPurchases, .adminJournal, .adminPurchase,
            .adminItemPurchases, .adminListingPurchases, .adminInvitations:
            .closed(.admin(.playersRead))
        case .adminPosting: .closed(.admin(.walletsWrite), .json).keyed
        case .adminReversal: .closed(.admin(.purchasesWrite), .json).keyed
        case .adminInvitationsEnd: .closed(.admin(.playersWrite), .json)
        case .adminReceipt: .closed(.admin(.receiptsRead), .json)
        case .adminAudit: .closed(.admin(.auditRead))
        case .adminSales: .closed(.admin(.salesRead), load: .heavy)
        case .adminFuture: .closed(.admin(.futureRead), load: .heavy)
        case .adminPlan, .adminWithdrawals, .adminPauses, .contentVersions, .contentVersion, .contentDrafts:
            .closed(.admin(.contentRead))
        case .contentFiles, .contentDifference, .contentItems, .contentDraft, .adminFiles:
            .closed(.admin(.contentRead), load: .heavy)
        case .adminPlanTrial: .closed(.admin(.contentRead), .json, load: .heavy)
        case .contentTrial: .closed(.admin(.contentRead), .content, load: .heavy)
        case .adminWithdrawal: .closed(.admin(.contentWrite), .json).keyed
        case .adminPause, .contentCancellation: .closed(.admin(.contentWrite), .json)
        case .adminReplacement, .adminRedraw: .closed(.admin(.contentWrite), .json, load: .publication).keyed
        case .adminPlanChange, .contentRollBack, .contentDraftPublication:
            .closed(.admin(.contentWrite), .json, load: .publication)
        case .contentReload: .closed(.admin(.contentWrite), load: .publication)
        case .contentPublication: .closed(.admin(.contentWrite), .content, load: .publication)
        case .adminPicture, .pictureRemovals: .closed(.admin(.contentRead))
        case .missingPictures, .pictureRemoval: .closed(.admin(.contentWrite), .json)
        case .pictureMaster: .closed(.admin(.contentWrite), .master, load: .job)
        case .adminPacks, .adminPack: .closed(.admin(.contentRead))
        case .packBundle, .packRelease, .packDifference: .closed(.admin(.contentRead), load: .heavy)
        case .missingBundles: .closed(.admin(.contentWrite), .json)
        case .packBundleSending: .closed(.admin(.contentWrite), .bundle, load: .publication)
        case .packMove: .closed(.admin(.contentWrite), .json, load: .publication)
        case .contentDraftDeletion: .closed(.admin(.contentWrite))
        case .contentDraftChange: .closed(.admin(.contentWrite), .content, load: .heavy)
        case .desk, .deskSession, .deskSignOut: .desk()
        case .deskSignIn: .desk(.json).limited(by: .signIns)
        case .page: .closed(.anyone, caching: .revalidated)
        case .health, .readiness, .metrics: .closed(.anyone)
        }
    }
}

extension Route.Terms {
    /// What is on the shelf, the same for everyone.
    fileprivate static func shelf(_ caching: Route.Caching) -> Self {
        Self(access: .anyone, audience: .everyone, body: .none, caching: caching, load: .light)
    }

    /// What is one player's, or makes a player.
    fileprivate static func game(_ access: Route.Access, _ body: Route.Body = .none) -> Self {
        Self(access: access, audience: .game, body: body, caching: .never, load: .light)
    }

    /// What is an admin's or the operator's.
    fileprivate static func closed(
        _ access: Route.Access, _ body: Route.Body = .none, caching: Route.Caching = .never,
        load: Route.Load = .light
    ) -> Self {
        Self(access: access, audience: .configured, body: body, caching: caching, load: load)
    }

    fileprivate func limited(by limit: Route.Limit) -> Self {
        var terms = self
        terms.limit = limit
        return terms
    }

    /// The same for a request that brings an `Idempotency-Key`.
    fileprivate var keyed: Self {
        var terms = self
        terms.isKeyed = true
        return terms
    }

    /// What the desk's own pages ask for.
    fileprivate static func desk(_ body: Route.Body = .none) -> Self {
        Self(access: .desk, audience: .desk, body: body, caching: .never, load: .light)
    }
}
