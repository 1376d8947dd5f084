import HTTPTypes
import NIOCore
import ShelfConfiguration
import ShelfModel
import ShelfServer
import ShelfTesting
import ShelfWire
import Testing

/// Records all that leaves a server, derives what can be derived, and tries it on every record it has seen.
final class Adversary {
    struct Target: Hashable {
        let store: String
        let listing: SealedListing
    }

    private let server: VirtualServer
    private let secret: AppSecret?
    private var witnesses: [Witness] = []
    private var chains: [ChainID: Chain] = [:]
    private var streams: [String: AsyncStream<ByteBuffer>.AsyncIterator] = [:]
    private var shut: Set<Target> = []
    /// Every key that was received and can be read.
    private var keys: [(chain: ChainID, slot: Int, key: ChainKey)] = []

    private(set) var recorded: [[UInt8]] = []
    private(set) var opened: Set<Target> = []
    /// What was on the opened cards.
    private(set) var cards: [Card] = []
    /// What was known before its release. There must be nothing here.
    private(set) var early: [String] = []
    private(set) var attempts = 0
    /// How many listings the numbers told the stock of.
    private(set) var listingsCounted = 0
    /// How often a withdrawn listing was named.
    private(set) var named = 0
    /// How many listings files for old clients had.
    private(set) var legacyListings = 0
    /// How many cards came with notices.
    private(set) var replaced = 0

    init(_ server: VirtualServer, secret: AppSecret? = nil) async throws {
        self.server = server
        self.secret = secret
        for store in server.configuration.content.stores {
            witnesses.append(try await Witness(store: store.id, client: server.client))
        }
    }

    private var now: Instant { server.time.now }

    /// Opens every store's key stream.
    func listen() async throws {
        for witness in witnesses {
            streams[witness.store] = try await server.client.stream(RequestTarget.keys(store: witness.store).path)
                .makeAsyncIterator()
            if let piece = await streams[witness.store]?.next() { take(String(buffer: piece)) }
        }
    }

    func hear(_ pushed: [String: Int]) async throws {
        for (store, count) in pushed {
            for _ in 0..<count {
                if let piece = await streams[store]?.next() { take(String(buffer: piece)) }
            }
        }
    }

    /// Asks every route, also for what isn't there yet: all refusals must read the same.
    func ask() async throws {
        for route in Route.allCases {
            let isOpen = Self.isOpen(route)
            for token in isOpen ? [nil] : [nil, "nobody"] {
                try await ask(route, token: token, expectsRefusal: !isOpen)
            }
        }
        try await askDesk()
        for index in witnesses.indices {
            let store = witnesses[index].store
            let window = try witnesses[index].see(try await body(of: RequestTarget.window(store: store).path))
            shut.formUnion(window.listings.map { Target(store: store, listing: $0) }.filter { !opened.contains($0) })
            for chain in window.header.chains { chains[chain.id] = chain }
            for place in window.header.withdrawn ?? [] {
                note(place.slot, of: window.header.chains[place.chain].id, in: "a header")
            }
            for released in window.header.released { take(released) }
            try await askForKeys(of: window.header)
            try await askForLegacyFile(beside: window.header)
        }
        try await askForSales()
        try await askForFutures()
        try await askForPlans()
        try await askForPacks()
    }

    /// Whether everybody may use a route. Every new one has to be named here.
    private static func isOpen(_ route: Route) -> Bool {
        switch route {
        case .time, .seconds, .stores, .window, .page, .health, .readiness, .metrics: true
        // These are asked for by name further on: they need a sequence, a slot, or a stream's end.
        case .numberedWindow, .legacy, .keys, .key, .picture, .packChannel, .packFile: false
        case .purchase, .signIn, .refresh, .player, .inventory, .purchases, .appStoreTopUp, .appStoreNotification: false
        // This server has no invitations.
        case .playerEvents, .friendCode, .friendCodeRenewal, .matches, .matchMaking, .match, .matchMove, .matchLeaving,
            .invitations,
            .invitationSending, .invitationAcceptance, .invitationRefusal, .invitationCancellation, .linkMaking,
            .linkDeletion, .linkLook, .linkAcceptance, .blocks, .blocking, .blockDeletion, .adminInvitations,
            .adminInvitationsEnd:
            false
        case .adminPlayers, .adminPlayer, .adminInventory, .adminPurchases, .adminJournal, .adminPosting,
            .adminPurchase, .adminReversal, .adminItemPurchases, .adminListingPurchases, .adminReceipt, .adminAudit,
            .adminSales, .adminFuture, .adminPlan, .adminPlanChange, .adminPlanTrial, .adminWithdrawals,
            .adminWithdrawal, .adminPauses, .adminPause, .adminReplacement, .adminRedraw:
            false
        case .contentVersions, .contentPublication, .contentVersion, .contentFiles, .contentDifference, .contentItems,
            .contentRollBack, .contentTrial, .contentCancellation, .contentReload, .contentDrafts, .contentDraft,
            .contentDraftChange, .adminFiles,
            .contentDraftDeletion, .contentDraftPublication, .missingPictures, .pictureMaster, .adminPicture,
            .pictureRemovals, .pictureRemoval, .missingBundles, .packBundle, .packBundleSending, .adminPacks,
            .adminPack,
            .packRelease, .packDifference, .packMove:
            false
        // The desk has an origin of its own, and nothing of it is here.
        case .desk, .deskSession, .deskSignIn, .deskSignOut: false
        }
    }

    /// Asks a route with values that stand for nothing secret.
    private func ask(_ route: Route, token: String?, expectsRefusal: Bool) async throws {
        guard route != .keys else { return }
        let path = route.pattern.replacing("{store}", with: "main").replacing(#/{\w+}/#, with: "1")
        let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
        let method = HTTPRequest.Method(rawValue: route.method.rawValue) ?? .get
        let answer = try await server.client.send(
            path, method: method, headers: headers, body: method == .get ? [] : Array("{}".utf8))
        recorded.append(answer.body)
        #expect((400..<500).contains(answer.status) == expectsRefusal, "\(route) answered \(answer.status)")
    }

    /// An admin who may see numbers, and nothing of the future.
    static let owner = AdminToken(
        name: "olga",
        hash: Hex.decode("4c1029697ee358715d3a14a2add817c4b01651440de808371f78165ac90dc581")!, scopes: [.salesRead])

    /// Notes each listing that is told before it has begun.
    private func askForSales() async throws {
        for per in ["total", "store", "item", "set", "listing"] {
            let answer = try await server.client.send(
                "/v1/admin/numbers?by=hour&per=\(per)", headers: [.authorization: "Bearer owner"])
            recorded.append(answer.body)
            let figures = try WireJSON.decode(SalesAnswer.self, answer.body)
            listingsCounted += figures.stock?.count ?? 0
            for listing in (figures.stock ?? []).map(\.listing) + figures.sales.compactMap(\.listing) {
                guard let start = chains[listing.chain]?.start(of: listing.slot), start > now else { continue }
                early.append("a listing is counted \(start - now) before its start")
            }
        }
        recorded.append(try await server.client.send("/metrics", headers: [.authorization: "Bearer owner"]).body)
    }

    /// Asks for what only an admin with the scope `future:read` may see: every refusal must read the same, whatever the
    /// store, the span and the format.
    private func askForFutures() async throws {
        let stores = witnesses.map(\.store) + ["none"]
        let targets = stores.flatMap { store in
            ["", "hours=1&format=csv", "hours=0", "from=never"].map {
                RequestTarget(.adminFuture, [store], query: $0)
            }
        }
        try await expectAlike(targets)
    }

    /// Asks for what is planned, tries changes and makes them, without a token that may: every refusal must read the
    /// same, whatever the store and the change.
    private func askForPlans() async throws {
        let stores = ["main", "none"]
        let change = #"{"base": 1, "appearance": {"item": "item-1", "for": "2m"}}"#
        try await expectAlike(stores.map { RequestTarget(.adminPlan, [$0]) })
        try await expectAlike(stores.map { RequestTarget(.adminPlanTrial, [$0]) }, body: Array(change.utf8))
        try await expectAlike(stores.map { RequestTarget(.adminPlanChange, [$0]) }, body: Array(change.utf8))
    }

    /// Asks for packs of levels, without a token that may: every refusal must read the same, whatever there is.
    private func askForPacks() async throws {
        let packs = ["warehouse", "none"]
        let bundle = String(repeating: "0", count: 64)
        try await expectAlike(
            packs.flatMap { pack in
                [
                    RequestTarget(.adminPack, [pack]), RequestTarget(.packRelease, [pack, "1"]),
                    RequestTarget(.packDifference, [pack], query: "from=1&to=2"),
                ]
            } + [RequestTarget(.adminPacks), RequestTarget(.packBundle, [bundle])])
        try await expectAlike(packs.map { RequestTarget(.packMove, [$0]) }, body: Array("{}".utf8))
        for path in ["/v1/packs/none/stable", "/v1/pack-files/\(bundle)"] {
            let answer = try await server.client.send(path)
            #expect(answer.status == 404)
            recorded.append(answer.body)
        }
    }

    /// Asks without a token, with one that isn't known, and with one that doesn't allow it.
    private func expectAlike(_ targets: [RequestTarget], body: [UInt8] = []) async throws {
        for (token, status) in [(nil, 401), ("nobody", 401), (Self.auditor, 403)] as [(String?, Int)] {
            var refusals: [InProcessClient.Answer] = []
            for target in targets {
                let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
                let method: HTTPRequest.Method = target.route.method == .get ? .get : .post
                refusals.append(
                    try await server.client.send(target.path, method: method, headers: headers, body: body))
            }
            #expect(refusals.allSatisfy { $0.status == status && $0.headers[.cacheControl] == "no-store" })
            #expect(refusals.allSatisfy { $0.body == refusals[0].body && $0.headers == refusals[0].headers })
            recorded += refusals.map(\.body)
        }
    }

    /// Reads the file for old clients with their key, which stands in each of them. It may tell only what is released,
    /// and only of its own store.
    private func askForLegacyFile(beside header: WindowHeader) async throws {
        struct File: Decodable {
            let listings: [Listing]
        }
        struct Listing: Decodable {
            let chain: ChainID
            let slot: Int
        }
        let answer = try await server.client.send(RequestTarget.legacy(store: header.store).path)
        recorded.append(answer.body)
        guard let settings = server.configuration.settings.legacy[header.store] else {
            return #expect(answer.status == 404)
        }
        let json = try #require(LegacyText.json(in: answer.body, settings.key))
        for listing in try WireJSON.decode(File.self, Array(json.utf8)).listings {
            guard let chain = header.chains.first(where: { $0.id == listing.chain }) else {
                early.append("the file for old clients of \(header.store) names another store's chain")
                continue
            }
            legacyListings += 1
            let release = chain.release(of: listing.slot)
            if release > now { early.append("the file for old clients tells a listing \(release - now) too early") }
        }
    }

    /// The token of an admin who may read the audit log only.
    static let auditor = "auditor"

    /// Asks the desk's own routes, and the admin routes there, without a session.
    private func askDesk() async throws {
        guard let desk = server.server.desk, let origin = desk.origin.current else { return }
        let client = InProcessClient(desk.responder, authority: origin.authority)
        for route in desk.routes where !route.hasPrefix("GET /desk/") || route == "GET /desk/session" {
            let words = route.split(separator: " ")
            let path = String(words[1]).replacing(#/{\w+}/#, with: "1")
            let method = HTTPRequest.Method(rawValue: String(words[0])) ?? .get
            let answer = try await client.send(path, method: method, body: method == .get ? [] : Array("{}".utf8))
            recorded.append(answer.body)
        }
    }

    /// Forgets what was recorded, after it was searched.
    func forgetRecords() { recorded = [] }

    /// Tries what is known: the newest keys on everything, every key on what is about to be released.
    func tryToOpen() {
        let newest = Dictionary(grouping: keys, by: \.chain).compactMapValues { $0.max { $0.slot < $1.slot } }
        for target in shut {
            guard let chain = chains[target.listing.chain] else { continue }
            let release = chain.release(of: target.listing.slot)
            let isNearRelease = release > now && release <= now + .seconds(1)
            let own = newest[chain.id].map { [derived($0, for: target.listing.slot)] } ?? []
            let candidates = own + [chain.anchor] + (isNearRelease ? keys.map(\.key) : [])
            attempts += candidates.count
            guard let card = candidates.lazy.compactMap(target.listing.open).first else { continue }
            cards.append(card)
            if release > now { early.append("a card of \(target.store) \(release - now) before its release") }
            opened.insert(target)
        }
        shut.subtract(opened)
        shut = shut.filter { $0.listing.end > now - .minutes(1) }
    }

    func take(_ released: ReleasedKey) {
        guard let chain = chains[released.chain] else { return }
        let release = chain.release(of: released.slot)
        if release > now { early.append("key \(released.slot) \(release - now) before its release") }
        guard let key = released.opened(with: secret) else { return }
        keys.append((released.chain, released.slot, key))
    }

    private func askForKeys(of header: WindowHeader) async throws {
        let coming = try await server.client.send(
            RequestTarget.numberedWindow(store: header.store, sequence: header.sequence + 1).path)
        for chain in header.chains {
            guard let newest = chain.newestReleased(at: now) else { continue }
            for slot in [newest + 1, newest + 60, chain.slots, chain.slots + 5, -3, 0] {
                let path = RequestTarget.key(store: header.store, chain: chain.id, slot: slot).path
                let refusal = try await server.client.send(path)
                #expect(refusal.status == 404 && refusal.body == coming.body && refusal.headers == coming.headers)
                recorded.append(refusal.body)
            }
            let path = RequestTarget.key(store: header.store, chain: chain.id, slot: newest).path
            take(try WireJSON.decode(ReleasedKey.self, try await body(of: path)))
        }
    }

    private func body(of path: String) async throws -> [UInt8] {
        let answer = try await server.client.send(path)
        recorded.append(answer.body)
        return answer.body
    }

    private func take(_ words: String) {
        recorded.append(Array(words.utf8))
        for line in words.split(separator: "\n") where line.hasPrefix("data: ") {
            if let event = try? WireJSON.decode(KeyEvent.self, line.dropFirst(6).utf8) { take(event.released) }
            if let signed = try? WireJSON.decode(SignedNotice.self, line.dropFirst(6).utf8) { take(signed) }
        }
    }

    private func take(_ signed: SignedNotice) {
        let keys = witnesses.map { PublicKey($0.publicKey) }
        guard let notice = keys.lazy.compactMap(signed.opened).first else {
            early.append("a notice that no store has signed")
            return
        }
        note(notice.slot, of: notice.chain, in: "a notice")
        let known = shut.union(opened).filter { $0.store == notice.store }
        if let listing = known.lazy.compactMap({ $0.listing.replaced(by: notice) }).first {
            replaced += 1
            shut.insert(Target(store: notice.store, listing: listing))
        }
    }

    /// A withdrawn listing was named, which must not happen before its key is public.
    private func note(_ slot: Int, of id: ChainID, in place: String) {
        named += 1
        guard let chain = chains[id] else { return }
        let release = chain.release(of: slot)
        if release > now { early.append("\(place) names slot \(slot) \(release - now) before its release") }
    }

    /// The slot's own key where it follows from `known`, else just that.
    private func derived(_ known: (chain: ChainID, slot: Int, key: ChainKey), for slot: Int) -> ChainKey {
        slot <= known.slot ? known.key.descended(in: known.chain, from: known.slot, to: slot) : known.key
    }
}
