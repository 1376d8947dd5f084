package import ShelfDatabase
package import ShelfModel

/// The last picture of its master.
private let latest = "pipeline = (SELECT MAX(pipeline) FROM picture AS of_it WHERE of_it.master = picture.master)"

extension SQLDatabase {
    package func add(_ picture: StoredPicture, at instant: Instant) async throws -> StoredPicture? {
        try await write { session in
            try session.lock(.files)
            return try picture.add(at: instant, to: session)
        }
    }

    package func add(_ pictures: [MadePicture], at instant: Instant) async throws -> FileSpace? {
        try await write { session in
            try session.lock(.files)
            let space = try FileSpace(in: session)
            guard space.hasRoom(for: pictures.flatMap(\.files).map(\.head)) else { return space }
            for made in pictures {
                for file in made.files { _ = try file.head.store(file.bytes, at: instant, in: session) }
                _ = try made.picture.add(at: instant, to: session)
            }
            return nil
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
                        "SELECT renewed_at_ms FROM picture WHERE master = $1 AND \(latest)", [master])
                else { continue }
                there.insert(master)
                guard last < instant else { continue }
                try session.run(
                    "UPDATE picture SET renewed_at_ms = $2 WHERE master = $1 AND \(latest)", [master, instant])
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
                    "UPDATE picture SET named_at_ms = $2 WHERE master = $1 AND named_at_ms IS NULL AND \(latest)",
                    [master, instant])
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
                    """
                    UPDATE picture SET removed_at_ms = $2, removal_reason = $3
                    WHERE master = $1 AND removed_at_ms IS NULL
                    """, [picture.master, removal.at, removal.reason])
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
                """
                DELETE FROM picture_variant WHERE (picture, pipeline) IN
                    (SELECT master, pipeline FROM picture WHERE \(condition))
                """, [instant])
            try session.run("DELETE FROM picture WHERE \(condition)", [instant])
        }
    }
}
