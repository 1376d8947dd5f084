package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func add(_ picture: StoredPicture, at instant: Instant) async throws -> StoredPicture? {
        try await write { session in
            try session.lock(.files)
            if let known = try StoredPicture.find(master: picture.master, in: session) { return known }
            for variant in picture.variants {
                guard try StoredFile.find(variant.file, in: session)?.isWhole == true else { return nil }
            }
            try picture.insert(at: instant, into: session)
            return picture
        }
    }

    package func pictures() async throws -> [StoredPicture] {
        try await readSnapshot { try StoredPicture.all(in: $0) }
    }

    package func picture(named name: [UInt8]) async throws -> StoredPicture? {
        try await readSnapshot { try StoredPicture.find(name: name, in: $0) }
    }

    package func renewPictures(_ masters: [[UInt8]], at instant: Instant) async throws -> Set<[UInt8]> {
        guard !masters.isEmpty else { return [] }
        return try await write { session in
            try session.lock(.files)
            var there: Set<[UInt8]> = []
            for master in masters {
                guard
                    let last: Instant = try session.value(
                        "SELECT renewed_at_ms FROM picture WHERE master = $1", [master])
                else { continue }
                there.insert(master)
                guard last < instant else { continue }
                try session.run("UPDATE picture SET renewed_at_ms = $2 WHERE master = $1", [master, instant])
            }
            return there
        }
    }

    package func namePictures(_ masters: [[UInt8]], at instant: Instant) async throws {
        let changes = masters.map { ($0, instant) }
        try await update("named_at_ms = $2 WHERE master = $1 AND named_at_ms IS NULL", changes)
    }

    package func showPictures(from instants: [[UInt8]: Instant]) async throws {
        let changes = instants.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
        try await update(
            "shown_from_ms = $2 WHERE name = $1 AND (shown_from_ms IS NULL OR shown_from_ms > $2)", changes)
    }

    /// - Parameter change: takes a picture's key as `$1` and an instant as `$2`.
    private func update(
        _ change: String, _ arguments: [([UInt8], Instant)], call: StaticString = #function
    ) async throws {
        guard !arguments.isEmpty else { return }
        try await write(call) { session in
            try session.lock(.files)
            for (key, instant) in arguments { try session.run("UPDATE picture SET \(change)", [key, instant]) }
        }
    }

    package func removePicture(
        named name: [UInt8], _ removal: StoredPicture.Removal,
        audit: @escaping @Sendable (StoredPicture?) -> AuditEntry?
    ) async throws -> StoredPicture? {
        try await write { session in
            try session.lock(.files)
            if let picture = try StoredPicture.find(name: name, in: session), picture.removal == nil {
                try session.run(
                    "UPDATE picture SET removed_at_ms = $2, removal_reason = $3 WHERE name = $1",
                    [name, removal.at, removal.reason])
            }
            let removed = try StoredPicture.find(name: name, in: session)
            try audit(removed)?.insert(into: session)
            return removed
        }
    }

    package func forgetPictures(untouchedSince instant: Instant) async throws {
        try await write { session in
            try session.lock(.files)
            let condition = """
                renewed_at_ms < $1 AND named_at_ms IS NULL AND shown_from_ms IS NULL AND removed_at_ms IS NULL
                """
            try session.run(
                "DELETE FROM picture_variant WHERE picture IN (SELECT master FROM picture WHERE \(condition))",
                [instant])
            try session.run("DELETE FROM picture WHERE \(condition)", [instant])
        }
    }
}
