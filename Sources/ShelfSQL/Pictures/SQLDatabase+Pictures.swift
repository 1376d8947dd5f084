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
        guard !masters.isEmpty else { return }
        try await write { session in
            try session.lock(.files)
            for master in masters {
                try session.run(
                    "UPDATE picture SET named_at_ms = $2 WHERE master = $1 AND named_at_ms IS NULL", [master, instant])
            }
        }
    }

    package func showPictures(from instants: [[UInt8]: Instant]) async throws {
        guard !instants.isEmpty else { return }
        try await write { session in
            try session.lock(.files)
            try StoredPicture.show(from: instants, in: session)
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
