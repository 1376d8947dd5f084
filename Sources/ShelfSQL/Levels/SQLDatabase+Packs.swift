package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func keep(contentSeed: [UInt8]) async throws -> [UInt8] {
        try await write { session in
            try session.lock(.files)
            if let kept: [UInt8] = try session.value("SELECT seed FROM content_key") { return kept }
            try session.run("INSERT INTO content_key VALUES ($1)", [contentSeed])
            return contentSeed
        }
    }

    package func contentSeed() async throws -> [UInt8]? {
        try await read { try $0.value("SELECT seed FROM content_key") }
    }

    package func nameBundles(_ bundles: [ContentPack], at instant: Instant) async throws {
        guard !bundles.isEmpty else { return }
        try await write { session in
            try session.lock(.files)
            for pack in bundles {
                try session.run(
                    "INSERT INTO pack_bundle VALUES ($1, $2, $3, NULL) ON CONFLICT DO NOTHING",
                    [pack.id, pack.bundle, instant])
            }
        }
    }

    package func releasedBundles() async throws -> [ReleasedBundle] {
        try await read { session in
            try session.rows("SELECT pack, file, release FROM pack_bundle WHERE release IS NOT NULL").map {
                ReleasedBundle(pack: $0[0], bundle: $0[1], release: $0[2])
            }
        }
    }

    package func packReleases() async throws -> [StoredPackRelease] {
        try await read { try StoredPackRelease.all(in: $0) }
    }

    package func add(_ release: StoredPackRelease, of bundle: [UInt8]) async throws -> StoredPackRelease? {
        try await write { session in
            try session.lock(.files)
            guard let added = try release.add(in: session) else { return nil }
            try session.run(
                "UPDATE pack_bundle SET release = $3 WHERE pack = $1 AND file = $2",
                [added.pack, bundle, added.number])
            return added
        }
    }

    package func packDeltas() async throws -> [StoredPackDelta] { try await read { try StoredPackDelta.all(in: $0) } }

    package func add(_ deltas: [StoredPackDelta]) async throws {
        guard !deltas.isEmpty else { return }
        try await write { session in
            try session.lock(.files)
            for delta in deltas {
                guard try StoredFile.find(delta.file.digest, in: session)?.isWhole == true,
                    try StoredPackRelease.find(delta.to, of: delta.pack, in: session) != nil
                else { continue }
                try delta.insert(into: session)
            }
        }
    }

    package func packMoves() async throws -> [PackMove] {
        try await read { session in
            try session.rows("SELECT * FROM pack_move ORDER BY sequence, pack, channel").map { PackMove(row: $0) }
        }
    }

    package func move(
        _ order: PackMoveOrder, word: String,
        audit: @escaping @Sendable (PackMoveOrder.Judgement?) -> AuditEntry?
    ) async throws -> PackMoveOrder.Judgement? {
        try await write { session in
            try session.lock(.files)
            var judgement: PackMoveOrder.Judgement?
            if try StoredPackRelease.find(order.release, of: order.pack, in: session) != nil {
                let last = try PackMove.last(of: order.channel, order.pack, in: session)
                judgement = order.judge(after: last, word: word)
            }
            if case .moved(let move)? = judgement {
                try move.insert(into: session)
                for release in move.pointer.releases {
                    try session.run(
                        """
                        UPDATE pack_release SET shown_from_ms = $3
                        WHERE pack = $1 AND number = $2 AND shown_from_ms IS NULL
                        """, [move.pack, release, move.at])
                }
            }
            try audit(judgement)?.insert(into: session)
            return judgement
        }
    }
}

extension StoredPackRelease {
    /// - Returns: the release with its number, an earlier one with the same content if there is one; `nil` when its
    ///   snapshot isn't stored.
    fileprivate func add(in session: some SQLSession) throws -> StoredPackRelease? {
        if let known = try Self.find(content: content, of: pack, in: session) { return known }
        guard try StoredFile.find(snapshot.digest, in: session)?.isWhole == true else { return nil }
        let last: Int? = try session.value("SELECT MAX(number) FROM pack_release WHERE pack = $1", [pack])
        let added = numbered((last ?? 0) + 1)
        try added.insert(into: session)
        try Self.forgetEarliest(of: pack, in: session)
        return added
    }
}
