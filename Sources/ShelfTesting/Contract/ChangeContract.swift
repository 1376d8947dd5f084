import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database about listings that an operator changes.
    package static let changes: [DatabaseContract] = [
        DatabaseContract("a changed listing takes the place of the one before, with its times") { database in
            let head = try await Changes.publish(on: database)
            let changed = Changes.changed(1, to: "kite", revision: 1)
            let answer = try await database.change(Changes.replacement(1, "kite", key: "a"), to: [changed], after: head)
            guard case .changed(let change, false) = answer else { throw Broken(description: "refused: \(answer)") }
            try expect(change.number == 1 && change.listings == 1, "it is counted as \(change)")
            let listings = try await database.listings(of: "main", endingAfter: .distantPast)
            try expect(
                isKept(listings, as: [Changes.drawn[0], changed, Changes.drawn[2]]), "the listings are \(listings)")
            try expect(await database.head(of: "main")?.changes == 1, "the head doesn't count it")
            try expect(await database.changes() == ["main": 1], "the stores' changes aren't told")
        },
        DatabaseContract("a change can draw a listing, which is there once, with the change") { database in
            let head = try await Changes.publish(on: database)
            let last = Changes.drawn[2]
            let new = StoredListing(
                listing: Listing(position: last.position, start: last.start + .hours(1), seconds: 60, item: "kite"),
                revision: 0, chain: last.chain, slot: last.slot + 3600, card: last.card, sealed: last.sealed)
            let order = Changes.replacement(of: new, "kite", key: "a")
            let answer = try await database.change(order, to: [new], after: head)
            guard case .changed(let change, false) = answer else { throw Broken(description: "refused: \(answer)") }
            let again = try await database.change(order, to: [new], after: head)
            try expect(again == .changed(change, isReplay: true), "asked again it is \(again)")
            let listings = try await database.listings(of: "main", endingAfter: .distantPast)
            try expect(isKept(listings, as: Changes.drawn + [new]), "the listings are \(listings)")
        },
        DatabaseContract("a window that was made before a change is refused, and one that was made after isn't") {
            database in
            let head = try await Changes.publish(on: database)
            _ = try await database.change(
                Changes.replacement(1, "kite", key: "a"), to: [Changes.changed(1, to: "kite", revision: 1)],
                after: head)
            func next(_ changes: Int64) -> Publication {
                Records.publication(
                    minute: 11, positions: [],
                    after: WindowHead(sequence: head.sequence, digest: head.digest, changes: changes))
            }
            try expect(await database.publish([next(0)]) == ["main"], "a window has what was changed")
            try expect(await database.publish([next(1)]).isEmpty, "a window after the change is refused")
        },
        DatabaseContract("a change that is based on something else than the store's head changes nothing") { database in
            let head = try await Changes.publish(on: database)
            let changed = [Changes.changed(0, to: "kite", revision: 1)]
            let others = [
                WindowHead(sequence: head.sequence + 1, digest: head.digest),
                WindowHead(sequence: head.sequence, digest: "other"),
                WindowHead(sequence: head.sequence, digest: head.digest, changes: 1),
            ]
            for other in others {
                let answer = try await database.change(
                    Changes.replacement(0, "kite", key: "a"), to: changed, after: other)
                try expect(answer == .outdated, "based on \(other) it is \(answer)")
            }
            let skipped = [changed[0], Changes.changed(1, to: "kite", revision: 2)]
            let answer = try await database.change(Changes.redraw(key: "a"), to: skipped, after: head)
            try expect(answer == .outdated, "a revision is skipped")
            try expect(
                isKept(await database.listings(of: "main", endingAfter: .distantPast), as: Changes.drawn),
                "a listing is changed")
            try expect(await database.head(of: "main") == head, "it is counted")
            try expect(await database.change(by: "anna", key: "a") == nil, "its key is taken")
        },
        DatabaseContract("a change that comes too late changes nothing, and its entry in the audit log is kept") {
            database in
            let head = try await Changes.publish(on: database)
            let answer = try await database.change(
                Changes.replacement(0, "kite", key: "a"), to: [Changes.changed(0, to: "kite", revision: 1)],
                after: head, isInTime: { false }
            ) { answer in
                AuditEntry(
                    id: 0, at: Trade.noon, by: "anna", what: "POST /v1/admin/replacements",
                    status: answer == .tooLate ? 409 : 200)
            }
            try expect(answer == .tooLate, "it is \(answer)")
            try expect(
                isKept(await database.listings(of: "main", endingAfter: .distantPast), as: Changes.drawn),
                "a listing is changed")
            try expect(await database.auditLog(before: nil, limit: 9).map(\.status) == [409], "the log says otherwise")
        },
        DatabaseContract("an order for a former card is not judged, and one that was judged before is repeated") {
            database in
            let player = try await Trade.player(database, coins: 1000)
            let (head, sold) = try await Changes.publishForSale(on: database)
            let before = try await database.settle([Trade.order(player, "a")])[0]
            let answer = try await database.change(
                Changes.replacement(of: sold, "star", key: "x"), to: [Changes.changed(sold, to: "star", revision: 1)],
                after: head)
            guard case .changed = answer else { throw Broken(description: "not changed: \(answer)") }
            let answers = try await database.settle([Trade.order(player, "b"), Trade.order(player, "a")])
            try expect(answers[0] == .replaced, "it is \(answers[0])")
            try expect(answers[1].settled == before.settled && answers[1].isReplay, "the repetition is \(answers[1])")
            try expect(await database.orders(of: player, before: nil, limit: 9).count == 1, "it is kept")
        },
        DatabaseContract("an operator's key changes listings once") { database in
            let head = try await Changes.publish(on: database)
            let order = Changes.replacement(0, "kite", key: "a")
            let first = try await database.change(
                order, to: [Changes.changed(0, to: "kite", revision: 1)], after: head)
            guard case .changed(let change, false) = first else { throw Broken(description: "refused: \(first)") }
            let again = try await database.change(order, to: [], after: head)
            try expect(again == .changed(change, isReplay: true), "a repetition is \(again)")
            try expect(
                await database.change(Changes.replacement(0, "star", key: "a"), to: [], after: head) == .keyReused,
                "a key does two things")
            try expect(await database.change(by: "anna", key: "a") == change, "it isn't found by its key")
            try expect(await database.change(by: "ralph", key: "a") == nil, "it is found by another operator's key")
        },
        DatabaseContract("redraws are kept with their numbers, and replacements are none") { database in
            var head = try await Changes.publish(on: database)
            for (number, order) in [
                Changes.redraw(key: "a"), Changes.replacement(0, "kite", key: "b"), Changes.redraw(key: "c"),
            ].enumerated() {
                let changed = number == 1 ? [Changes.changed(0, to: "kite", revision: 1)] : []
                _ = try await database.change(order, to: changed, after: head)
                head = WindowHead(sequence: head.sequence, digest: head.digest, changes: Int64(number) + 1)
            }
            try expect(
                await database.redraws(of: "main") == [1, 3].map { Redraw(number: $0, from: Trade.noon) },
                "the redraws are others")
            try expect(await database.redraws(of: "other").isEmpty, "another store is redrawn")
        },
    ]
}

/// Listings that are changed.
enum Changes {
    static let drawn = Records.publication(minute: 10, positions: [0, 1, 2]).drawn

    static func publish(on database: any ShelfDatabase) async throws -> WindowHead {
        _ = try await database.create(Records.store)
        let publication = Records.publication(minute: 10, positions: [0, 1, 2])
        _ = try await database.publish([publication])
        return publication.window.head()
    }

    /// Publishes a listing as ``Trade/order(_:_:store:price:offered:currency:item:slot:edition:stock:limits:card:at:)``
    /// names it.
    static func publishForSale(on database: any ShelfDatabase) async throws -> (WindowHead, StoredListing) {
        _ = try await database.create(Records.store)
        let chain = Records.chain(5, epoch: (Trade.noon - .seconds(3)).milliseconds)
        _ = try await database.add(chain)
        let sold = StoredListing(
            listing: Listing(position: 2, start: Trade.noon, seconds: 60, item: "kite"), revision: 0, chain: chain.id,
            slot: 3, card: Records.bytes(7, 256), sealed: Records.bytes(8, 288))
        let window = StoredWindow(
            store: "main", sequence: 1, issuedAt: Trade.noon, digest: "d", bytes: Records.bytes(1, 1000))
        _ = try await database.publish([
            Publication(previous: nil, window: window, drawn: [sold], editionsLeft: EditionsLeft())
        ])
        return (window.head(), sold)
    }

    static func changed(_ index: Int, to item: String, revision: Int) -> StoredListing {
        changed(drawn[index], to: item, revision: revision)
    }

    static func changed(_ before: StoredListing, to item: String, revision: Int) -> StoredListing {
        StoredListing(
            listing: Listing(
                position: before.position, start: before.start, seconds: before.seconds, item: item),
            revision: revision, chain: before.chain, slot: before.slot, card: Records.bytes(9, 256),
            sealed: Records.bytes(8, 288))
    }

    static func replacement(_ index: Int, _ item: String, key: String) -> ChangeOrder {
        replacement(of: drawn[index], item, key: key)
    }

    static func replacement(of listing: StoredListing, _ item: String, key: String) -> ChangeOrder {
        order(.replacement(position: listing.position, start: listing.start, item: item), key: key)
    }

    static func redraw(key: String) -> ChangeOrder { order(.redraw(from: Trade.noon), key: key) }

    private static func order(_ kind: ChangeOrder.Kind, key: String) -> ChangeOrder {
        ChangeOrder(store: "main", kind: kind, reason: "x", by: "anna", key: key, at: Trade.noon)
    }
}

extension ChangeDatabase {
    fileprivate func change(
        _ order: ChangeOrder, to listings: [StoredListing], after head: WindowHead
    ) async throws -> ChangeAnswer {
        try await change(order, to: listings, after: head, isInTime: { true }) { _ in nil }
    }
}
