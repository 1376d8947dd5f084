package import ShelfDatabase
package import ShelfModel

/// Works out what the stores will show, beside the publisher and without holding it up.
package final class FutureReader: Sendable {
    private let content: ContentHolder
    private let publisher: Publisher
    private let keyring: Keyring
    private let database: any ScheduleDatabase & ContentDatabase
    private let timeline: Timeline

    package init(
        content: ContentHolder, publisher: Publisher, keyring: Keyring,
        database: any ScheduleDatabase & ContentDatabase, timeline: Timeline
    ) {
        self.keyring = keyring
        self.content = content
        self.publisher = publisher
        self.database = database
        self.timeline = timeline
    }

    /// Works out what a store shows for a number of hours.
    ///
    /// - Parameters:
    ///   - from: a whole second; `nil` for now.
    ///   - body: writes what was worked out, which takes time, too. It runs where nobody waits for it.
    /// - Throws: ``FutureRefusal``; what kept the database from answering; `CancellationError`; what `body` throws.
    package func look<Answer: Sendable>(
        at store: String, from: Instant?, hours: Int64,
        _ body: @escaping @Sendable (StoreFuture) async throws -> Answer
    ) async throws -> Answer {
        // Requests are answered on event loops, which must not do this work.
        try await inBackground { [self] in
            try await body(future(of: store, from: from, hours: hours))
        }
    }

    private func future(of store: String, from: Instant?, hours: Int64) async throws -> StoreFuture {
        let (known, now) = (content.current, timeline.now)
        guard known[store: store] != nil else {
            let coming = try await ComingContent.of(store, after: now, before: .distantFuture, in: database)
            if let first = coming.first(where: { $0.store != nil }) { throw FutureRefusal.comes(first.version) }
            throw FutureRefusal.unknownStore(among: known.stores.map(\.id))
        }
        guard let publisher = try await publisher.copy(of: store, now: now) else { throw FutureRefusal.notOpen }
        let span = try FutureLimits(publisher.content.rules)
            .span(from: from ?? now.floored(to: .seconds(1)), hours: hours, now: now)
        var past: [StoredListing] = []
        if span.lowerBound < now {
            past = keyring.opened(
                try await database.listings(of: store, touching: span.clamped(to: span.lowerBound..<now)))
        }
        let coming = try await ComingContent.of(store, after: now, before: span.upperBound, in: database)
        // What noRepeat keeps away at a change of content, besides what the publisher still holds.
        let away = coming.compactMap(\.store).map { StorePublisher.kept($0.rules) }.max() ?? .zero
        let before = try await database.pastListings(
            of: store, endingAfter: now - away, notAfter: now - StorePublisher.held
        )
        .map(Offer.init)
        return try await StoreFuture(
            of: publisher, past: past, before: before, coming: coming, span: span, askedAt: now)
    }
}
