package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func keep(contentSeed: [UInt8]) async throws -> [UInt8] {
        try await write { session in
            try session.lock(.files)
            if let kept = try ContentKey.seed(in: session) { return kept }
            try ContentKey.insert(contentSeed, into: session)
            return contentSeed
        }
    }

    package func packs() async throws -> StoredPacks {
        try await readSnapshot { session in
            let sources = try session.rows("SELECT pack, digest, release FROM pack_source")
            return StoredPacks(
                releases: try StoredPackRelease.all(in: session), deltas: try StoredPackDelta.all(in: session),
                moves: try PackMove.all(in: session),
                sources: sources.map { StoredPacks.Source(pack: $0[0], digest: $0[1], release: $0[2]) },
                contentSeed: try ContentKey.seed(in: session))
        }
    }

    package func add(
        _ release: StoredPackRelease, whole: FileHead, of source: [UInt8]
    ) async throws -> StoredPackRelease? {
        try await write { session in
            try session.lock(.files)
            guard let added = try release.add(whole: whole, in: session) else { return nil }
            try session.run(
                """
                INSERT INTO pack_source VALUES ($1, $2, $3)
                ON CONFLICT (pack, digest) DO UPDATE SET release = excluded.release
                """, [added.pack, source, added.number])
            return added
        }
    }

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

    package func move(
        _ order: PackMoveOrder, word: String, showing pictures: [[UInt8]: Instant],
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
                try StoredPicture.show(from: pictures, in: session)
            }
            try audit(judgement)?.insert(into: session)
            return judgement
        }
    }
}

extension StoredPackRelease {
    /// - Returns: the release with its number, an earlier one with the same content if there is one; `nil` when its
    ///   files aren't stored.
    fileprivate func add(whole: FileHead, in session: some SQLSession) throws -> StoredPackRelease? {
        if let known = try Self.find(content: content, of: pack, in: session) { return known }
        for file in [snapshot, whole] {
            guard try StoredFile.find(file.digest, in: session)?.isWhole == true else { return nil }
        }
        let last: Int? = try session.value("SELECT MAX(number) FROM pack_release WHERE pack = $1", [pack])
        let added = numbered((last ?? 0) + 1)
        try added.insert(into: session)
        try StoredPackDelta(pack: pack, from: StoredPackDelta.emptyPack, to: added.number, file: whole)
            .insert(into: session)
        try Self.forgetEarliest(of: pack, in: session)
        return added
    }
}
