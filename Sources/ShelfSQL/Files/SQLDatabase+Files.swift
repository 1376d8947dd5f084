package import ShelfDatabase
package import ShelfModel

extension SQLDatabase {
    package func addFile(_ file: FileHead, bytes: [UInt8], at instant: Instant) async throws -> FileBeginning {
        try await write { session in
            try session.lock(.files)
            return try file.store(bytes, at: instant, in: session)
        }
    }

    package func beginFile(_ file: FileHead, at instant: Instant) async throws -> FileBeginning {
        try await write { session in
            try session.lock(.files)
            return try file.begin(at: instant, in: session)
        }
    }

    package func addPart(_ part: Int, of file: FileHead, bytes: [UInt8]) async throws -> Bool {
        precondition(bytes.count == file.bytes(of: part).count, "a part has the length that its place gives it")
        return try await write { session in
            try session.lock(.files)
            guard try StoredFile.find(file.digest, in: session) != nil else { return false }
            try file.add(part, bytes, in: session)
            return true
        }
    }

    package func finishFile(_ file: FileHead, at instant: Instant) async throws -> Bool {
        try await write { session in
            try session.lock(.files)
            return try file.finish(at: instant, in: session)
        }
    }

    package func renewFiles(_ digests: [[UInt8]], at instant: Instant) async throws -> Set<[UInt8]> {
        try await write { session in
            try session.lock(.files)
            var whole: Set<[UInt8]> = []
            for digest in digests where try StoredFile.find(digest, in: session)?.isWhole == true {
                try StoredFile.renew(digest, at: instant, in: session)
                whole.insert(digest)
            }
            return whole
        }
    }

    package func file(_ digest: [UInt8]) async throws -> (head: FileHead, part: [UInt8])? {
        try await read { session in
            let row = try session.row(
                """
                SELECT length, bytes FROM file JOIN file_part ON file_part.file = digest
                WHERE digest = $1 AND part = 0 AND whole_at_ms IS NOT NULL
                """, [digest])
            return row.map { (FileHead(digest: digest, length: $0["length"]), $0["bytes"]) }
        }
    }

    package func filePart(_ part: Int, of digest: [UInt8]) async throws -> [UInt8]? {
        try await read { session in
            try session.value(
                """
                SELECT bytes FROM file_part JOIN file ON file.digest = file_part.file
                WHERE file = $1 AND part = $2 AND whole_at_ms IS NOT NULL
                """, [digest, part])
        }
    }

    package func fileSpace() async throws -> FileSpace { try await read { try FileSpace(in: $0) } }

    package func fileUsage() async throws -> FileUsage { try await readSnapshot { try FileUsage(in: $0) } }

    package func forgetFiles(untouchedSince instant: Instant) async throws {
        while try await forgetOnePart(untouchedSince: instant) {}
    }

    /// Makes an old file unreadable, or deletes one of its parts, or the file once it has none.
    ///
    /// - Returns: whether there was one.
    private func forgetOnePart(
        untouchedSince instant: Instant, call: StaticString = #function
    ) async throws -> Bool {
        try await write(call) { session in
            try session.lock(.files)
            let digest: [UInt8]? = try session.value(
                """
                SELECT digest FROM file WHERE renewed_at_ms < $1 AND \(FileKind.unused.condition)
                ORDER BY renewed_at_ms, digest LIMIT 1
                """, [instant])
            guard let digest else { return false }
            // Who begins the file again meanwhile is told which parts are gone.
            try session.run("UPDATE file SET whole_at_ms = NULL WHERE digest = $1", [digest])
            guard let part = try StoredFile.parts(of: digest, in: session).last else {
                try session.run("DELETE FROM file WHERE digest = $1", [digest])
                return true
            }
            try session.run("DELETE FROM file_part WHERE file = $1 AND part = $2", [digest, part])
            return true
        }
    }
}

extension FileHead {
    /// Stores a file of one part.
    ///
    /// - Returns: ``FileBeginning/isWhole``, or that there is no room.
    func store(_ bytes: [UInt8], at instant: Instant, in session: some SQLSession) throws -> FileBeginning {
        precondition(parts.count == 1 && bytes.count == length, "the file is its one part")
        let beginning = try begin(at: instant, in: session)
        guard case .misses = beginning else { return beginning }
        try add(0, bytes, in: session)
        _ = try finish(at: instant, in: session)
        return .isWhole
    }

    fileprivate func begin(at instant: Instant, in session: some SQLSession) throws -> FileBeginning {
        if let row = try StoredFile.find(digest, in: session) {
            try StoredFile.renew(digest, at: instant, in: session)
            if row.isWhole { return .isWhole }
            let there = Set(try StoredFile.parts(of: digest, in: session))
            return .misses(parts.filter { !there.contains($0) })
        }
        let space = try FileSpace(in: session)
        guard space.hasRoom(for: self) else { return .noRoom(space) }
        try session.run(
            "INSERT INTO file (digest, length, renewed_at_ms, whole_at_ms) VALUES ($1, $2, $3, NULL)",
            [digest, length, instant])
        return .misses(Array(parts))
    }

    fileprivate func add(_ part: Int, _ bytes: [UInt8], in session: some SQLSession) throws {
        try session.run("INSERT INTO file_part VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", [digest, part, bytes])
    }

    /// - Returns: whether all parts are there.
    fileprivate func finish(at instant: Instant, in session: some SQLSession) throws -> Bool {
        guard try StoredFile.parts(of: digest, in: session) == Array(parts) else { return false }
        try session.run(
            "UPDATE file SET whole_at_ms = $2 WHERE digest = $1 AND whole_at_ms IS NULL", [digest, instant])
        return true
    }
}
