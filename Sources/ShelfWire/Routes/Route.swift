/// Every request that the server answers, by its method and the pattern of its path.
///
/// This table is the only place that knows the paths. The router, fast lane, CORS rules, metrics, clients and the
/// published folder all use it. A part in braces stands for a value.
package enum Route: String, Hashable, Sendable, CaseIterable {
    case time = "GET /v1/time"
    case seconds = "GET /v1/time/seconds"
    case stores = "GET /v1/stores"
    case window = "GET /v1/stores/{store}/window"
    case numberedWindow = "GET /v1/stores/{store}/windows/{sequence}"
    case legacy = "GET /v1/stores/{store}/legacy"
    case keys = "GET /v1/stores/{store}/keys"
    case key = "GET /v1/stores/{store}/keys/{chain}/{slot}"
    case purchase = "POST /v1/stores/{store}/purchases"
    case picture = "GET /v1/pictures/{name}/{file}"
    case packChannel = "GET /v1/packs/{pack}/{channel}"
    case packFile = "GET /v1/pack-files/{file}"

    case signIn = "POST /v1/players"
    case refresh = "POST /v1/players/refresh"
    case player = "GET /v1/player"
    case inventory = "GET /v1/player/inventory"
    case purchases = "GET /v1/player/purchases"
    case playerEvents = "GET /v1/player/events"
    case appStoreTopUp = "POST /v1/player/topups/apple"
    case appStoreNotification = "POST /v1/notifications/apple"

    case friendCode = "GET /v1/player/friend-code"
    case friendCodeRenewal = "POST /v1/player/friend-code"
    case matches = "GET /v1/player/matches"
    case matchMaking = "POST /v1/player/matches"
    case match = "GET /v1/player/matches/{match}"
    case matchMove = "POST /v1/player/matches/{match}/moves"
    case matchLeaving = "POST /v1/player/matches/{match}/leave"
    case invitations = "GET /v1/player/invitations"
    case invitationSending = "POST /v1/player/matches/{match}/invitations"
    case invitationAcceptance = "POST /v1/player/invitations/{invitation}/accept"
    case invitationRefusal = "POST /v1/player/invitations/{invitation}/decline"
    case invitationCancellation = "POST /v1/player/invitations/{invitation}/cancel"
    case linkMaking = "POST /v1/player/matches/{match}/links"
    case linkDeletion = "DELETE /v1/player/links/{link}"
    case linkLook = "POST /v1/links"
    case linkAcceptance = "POST /v1/player/links"
    case blocks = "GET /v1/player/blocks"
    case blocking = "POST /v1/player/blocks"
    case blockDeletion = "DELETE /v1/player/blocks/{block}"

    case adminPlayers = "GET /v1/admin/players"
    case adminPlayer = "GET /v1/admin/players/{player}"
    case adminInventory = "GET /v1/admin/players/{player}/inventory"
    case adminPurchases = "GET /v1/admin/players/{player}/purchases"
    case adminJournal = "GET /v1/admin/players/{player}/journal"
    case adminPosting = "POST /v1/admin/players/{player}/postings"
    case adminInvitations = "GET /v1/admin/players/{player}/invitations"
    case adminInvitationsEnd = "POST /v1/admin/players/{player}/invitations/end"
    case adminPurchase = "GET /v1/admin/purchases/{purchase}"
    case adminReversal = "POST /v1/admin/purchases/{purchase}/reversal"
    case adminItemPurchases = "GET /v1/admin/items/{item}/purchases"
    case adminListingPurchases =
        "GET /v1/admin/stores/{store}/listings/{chain}/{slot}/{position}/{revision}/purchases"
    case adminReceipt = "POST /v1/admin/receipts"
    case adminAudit = "GET /v1/admin/audit"
    case adminSales = "GET /v1/admin/numbers"
    case adminFuture = "GET /v1/admin/future/{store}"
    case adminPlan = "GET /v1/admin/plan/{store}"
    case adminPlanChange = "POST /v1/admin/plan/{store}"
    case adminPlanTrial = "POST /v1/admin/plan/{store}/try"
    case adminWithdrawals = "GET /v1/admin/withdrawals"
    case adminWithdrawal = "POST /v1/admin/withdrawals"
    case adminReplacement = "POST /v1/admin/replacements"
    case adminRedraw = "POST /v1/admin/redraws"

    case desk = "GET /desk"
    case deskSession = "GET /desk/session"
    case deskSignIn = "POST /desk/sign-in"
    case deskSignOut = "POST /desk/sign-out"
    case adminPauses = "GET /v1/admin/pauses"
    case adminPause = "POST /v1/admin/pauses"
    case contentVersions = "GET /v1/admin/content/versions"
    case contentPublication = "POST /v1/admin/content/versions"
    case contentVersion = "GET /v1/admin/content/versions/{number}"
    case contentFiles = "GET /v1/admin/content/versions/{number}/files"
    case contentDifference = "GET /v1/admin/content/difference"
    case contentItems = "GET /v1/admin/content/items"
    case contentRollBack = "POST /v1/admin/content/roll-back"
    case contentTrial = "POST /v1/admin/content/try"
    case contentCancellation = "POST /v1/admin/content/cancel"
    case contentReload = "POST /v1/admin/content/reload"
    case contentDrafts = "GET /v1/admin/content/drafts"
    case contentDraft = "GET /v1/admin/content/drafts/{name}"
    case contentDraftChange = "PUT /v1/admin/content/drafts/{name}"
    case contentDraftDeletion = "DELETE /v1/admin/content/drafts/{name}"
    case contentDraftPublication = "POST /v1/admin/content/drafts/{name}/publish"
    case adminFiles = "GET /v1/admin/files"
    case missingPictures = "POST /v1/admin/pictures/missing"
    case pictureMaster = "PUT /v1/admin/masters/{master}"
    case adminPicture = "GET /v1/admin/pictures/{master}/{file}"
    case pictureRemovals = "GET /v1/admin/pictures/removals"
    case pictureRemoval = "POST /v1/admin/pictures/removals"
    case missingBundles = "POST /v1/admin/missing-bundles"
    case packBundle = "GET /v1/admin/pack-bundles/{bundle}"
    case packBundleSending = "PUT /v1/admin/pack-bundles/{bundle}"
    case adminPacks = "GET /v1/admin/packs"
    case adminPack = "GET /v1/admin/packs/{pack}"
    case packRelease = "GET /v1/admin/packs/{pack}/releases/{release}"
    case packDifference = "GET /v1/admin/packs/{pack}/difference"
    case packMove = "POST /v1/admin/packs/{pack}/moves"

    case page = "GET /"
    case health = "GET /healthz"
    case readiness = "GET /readyz"
    case metrics = "GET /metrics"

    /// The method of a request. Every route with GET also answers HEAD.
    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    package var method: Method { Self.table[self]?.method ?? .get }

    /// Such as `/v1/stores/{store}/window`.
    package var pattern: String { Self.table[self]?.pattern ?? "" }
}

extension Route {
    /// A part of a pattern, between two slashes.
    enum Part: Hashable, Sendable {
        case literal(Substring)
        case value

        func fits(_ text: Substring) -> Bool {
            switch self {
            case .literal(let literal): text.utf8.count == literal.utf8.count && text == literal
            case .value: !text.isEmpty
            }
        }
    }

    private struct Entry: Sendable {
        let route: Route
        let method: Method
        let pattern: String
        let parts: [Part]

        init(_ route: Route) {
            self.route = route
            let words = route.rawValue.split(separator: " ")
            method = Method(rawValue: String(words[0])) ?? .get
            pattern = String(words[1])
            parts = pattern.split(separator: "/").map { $0.hasPrefix("{") ? .value : .literal($0) }
        }

        /// Paths differ late, so the last part is compared first.
        ///
        /// - Parameter path: as many parts as the pattern has.
        func fits(_ path: [Substring]) -> Bool {
            parts.indices.reversed().allSatisfy { parts[$0].fits(path[$0]) }
        }
    }

    private static let table = Dictionary(uniqueKeysWithValues: allCases.map { ($0, Entry($0)) })
    private static let byCount = Dictionary(grouping: allCases.map(Entry.init)) { $0.parts.count }

    var parts: [Part] { Self.table[self]?.parts ?? [] }

    /// - Parameter parts: the parts of the path between slashes, without the query.
    package init?(_ parts: [Substring], method: Method) {
        guard let entry = Self.byCount[parts.count]?.first(where: { $0.method == method && $0.fits(parts) }) else {
            return nil
        }
        self = entry.route
    }

    /// The routes that have a path of these parts, whatever their method.
    ///
    /// - Parameter parts: the parts of the path between slashes, without the query.
    package static func all(fitting parts: [Substring]) -> [Route] {
        (Self.byCount[parts.count] ?? []).filter { $0.fits(parts) }.map(\.route)
    }
}
