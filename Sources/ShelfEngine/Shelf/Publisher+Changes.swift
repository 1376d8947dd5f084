package import ShelfDatabase
package import ShelfModel

extension Publisher {
    /// A change must be stored so long before a listing's key is released, by the latest that the true time can be.
    private static let margin = TimeSpan.seconds(5)
    /// How often a change is made anew because others have published or changed the store meanwhile.
    private static let attempts = 3

    /// Changes what a store has decided and not yet released, and shows it.
    ///
    /// - Parameter audit: makes the audit entry, which is stored together with the change.
    /// - Throws: ``ChangeRefusal``, or what kept the database from answering.
    package func change(
        _ order: ChangeOrder, timeline: Timeline, audit: @escaping @Sendable (ChangeAnswer) -> AuditEntry?
    ) async throws -> ChangeAnswer {
        try await work.run { try await changeInTurn(order, timeline, audit) }
    }

    /// Reads stores again whose listings were changed through another server on the database.
    ///
    /// - Parameter earliest: the earliest that the true time can be.
    func follow(_ news: News, earliest: Instant) async throws {
        guard news.listingChanges != followedChanges else { return }
        try await followChanges(earliest: earliest)
        followedChanges = news.listingChanges
    }

    /// The same, whether there is news or not.
    package func followChanges(earliest: Instant) async throws {
        let behind = try await database.changes().filter { id, changes in
            stores[id].map { $0.changes < changes } ?? false
        }.keys
        guard !behind.isEmpty else { return }
        try await work.run {
            try await readAgain(content.current.stores.filter { behind.contains($0.id) }, now: earliest)
        }
    }

    private func changeInTurn(
        _ order: ChangeOrder, _ timeline: Timeline, _ audit: @escaping @Sendable (ChangeAnswer) -> AuditEntry?
    ) async throws -> ChangeAnswer {
        let known = content.current
        guard let store = known[store: order.store] else {
            throw ChangeRefusal.unknownStore(order.store, among: known.stores.map(\.id))
        }
        if try await database.change(by: order.by, key: order.key) != nil {
            return try await database.change(
                order, to: [], after: WindowHead(sequence: 0, digest: ""), isInTime: { false }, audit: audit)
        }
        for _ in 0..<Self.attempts {
            let answer = try await attempt(order, in: store, timeline, audit)
            switch answer {
            case .outdated: continue
            case .tooLate: throw ChangeRefusal.tooLate
            case .keyReused: return answer
            case .changed:
                try await readAgain([store], now: timeline.earliest)
                return answer
            }
        }
        throw ChangeRefusal.busy
    }

    private func attempt(
        _ order: ChangeOrder, in store: StoreContent, _ timeline: Timeline,
        _ audit: @escaping @Sendable (ChangeAnswer) -> AuditEntry?
    ) async throws -> ChangeAnswer {
        let now = timeline.earliest
        // The first listing of an offer whose key can be kept back may begin an hour from now.
        try await makeComingChains(of: store, at: now)
        guard stores[store.id] != nil, let state = try await loader.state(of: store, now: now), let head = state.head
        else { throw ChangeRefusal.notOpen }
        var (left, withdrawn) = try await soldAndWithdrawn(at: now)
        left.withdrawn = withdrawn.items(of: store.id)
        let revision = ListingRevision(
            content: store, catalogue: loader.catalogue, cards: loader.cards, keyring: keyring, state: state,
            withdrawn: withdrawn, editionsLeft: left, firstWindow: now.floored(to: .minutes(1)),
            safeUntil: timeline.latest + Self.margin)
        let listings = try revision.listings(for: order.kind)
        let release = revision.firstRelease(of: listings)
        loader.cards.showPictures(of: revision.releases(of: listings))
        return try await database.change(
            order, to: listings, after: head, isInTime: { timeline.latest + Self.margin < release },
            audit: { $0 == .outdated ? nil : audit($0) })
    }

    private func readAgain(_ stores: [StoreContent], now: Instant) async throws {
        for store in try await loader.known(stores, now: now) { take(store) }
    }
}
