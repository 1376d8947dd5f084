import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database to its files.
    package static let files: [DatabaseContract] = [
        DatabaseContract("a file can be read once all its parts are there, in whatever order they come") { database in
            let (file, bytes) = Files.file(1, length: 2 * FileHead.bytesInPart + 1)
            try expect(await database.beginFile(file, at: Trade.noon) == .misses([0, 1, 2]), "parts aren't asked for")
            for part in [2, 0] { try await Files.add(part, of: file, bytes, to: database) }
            try expect(await !database.finishFile(file, at: Trade.noon), "a file without a part is whole")
            try expect(await database.file(file.digest) == nil, "half a file is there")
            try expect(await database.filePart(0, of: file.digest) == nil, "a part of half a file is read")
            try expect(
                await database.renewFiles([file.digest], at: Trade.noon).isEmpty, "half a file is there to be named")
            try expect(await database.beginFile(file, at: Trade.noon) == .misses([1]), "what is there is asked for")
            for part in [1, 1, 0] { try await Files.add(part, of: file, bytes, to: database) }
            try expect(await database.finishFile(file, at: Trade.noon), "a whole file isn't whole")
            try expect(await database.beginFile(file, at: Trade.noon) == .isWhole, "a file is asked for twice")
            try expect(await database.file(file.digest)?.head == file, "the file isn't there")
            for part in file.parts {
                try expect(
                    await database.filePart(part, of: file.digest) == Array(bytes[file.bytes(of: part)]),
                    "part \(part) isn't what was stored")
            }
            try expect(await database.filePart(3, of: file.digest) == nil, "there is a part too many")
            try expect(
                await database.renewFiles([file.digest, Files.digest(9)], at: Trade.noon) == [file.digest],
                "what is there is told wrongly")
        },
        DatabaseContract("files take the room of their length from when they begin until they are forgotten") {
            database in
            try expect(await database.fileSpace() == FileSpace(takenBytes: 0), "no files take room")
            let (first, _) = Files.file(1, length: 100)
            _ = try await database.beginFile(first, at: Trade.noon)
            _ = try await database.beginFile(first, at: Trade.noon)
            try expect(await database.fileSpace() == FileSpace(takenBytes: 100), "a file's room is counted wrongly")
            let longest = FileHead(digest: Files.digest(2), length: Int(FileSpace.mostBytes) - 100)
            let tooLong = FileHead(digest: Files.digest(2), length: longest.length + 1)
            let taken = FileSpace(takenBytes: 100)
            try expect(await database.beginFile(tooLong, at: Trade.noon) == .noRoom(taken), "too much is let in")
            try expect(await database.beginFile(longest, at: Trade.noon) != .noRoom(taken), "room is refused")
            try await database.forgetFiles(untouchedSince: Trade.noon + .hours(1))
            try expect(await database.fileSpace() == FileSpace(takenBytes: 0), "what is forgotten takes room")
        },
        DatabaseContract("a file is forgotten with all its parts, unless it was touched") { database in
            let files = (1...3).map { Files.file($0, length: FileHead.bytesInPart + $0) }
            for (file, bytes) in files { try await Files.store(file, bytes, in: database, at: Trade.noon) }
            let (begun, bytes) = Files.file(4, length: FileHead.bytesInPart + 4)
            _ = try await database.beginFile(begun, at: Trade.noon)
            try await Files.add(0, of: begun, bytes, to: database)
            let later = Trade.noon + .hours(1)
            _ = try await database.renewFiles([files[0].0.digest], at: later)
            _ = try await database.renewFiles([files[0].0.digest], at: Trade.noon)
            _ = try await database.beginFile(files[1].0, at: later)
            try await database.forgetFiles(untouchedSince: later)
            for (file, isThere) in zip(files.map(\.0), [true, true, false]) {
                try expect(await (database.file(file.digest) != nil) == isThere, "the wrong files are forgotten")
                try expect(await (database.filePart(1, of: file.digest) != nil) == isThere, "the wrong parts are gone")
            }
            try expect(await database.beginFile(begun, at: later) == .misses([0, 1]), "parts of a begun file stay")
            try expect(await database.fileSpace().takenBytes == 3 * Int64(FileHead.bytesInPart) + 7, "room is lost")
        },
        DatabaseContract("a file of one part is stored at once, and goes on where it was begun in parts") { database in
            let (file, bytes) = Files.file(1, length: 10)
            _ = try await database.beginFile(file, at: Trade.noon)
            for _ in 0..<2 {
                let stored = try await database.addFile(file, bytes: bytes, at: Trade.noon)
                try expect(stored == .isWhole, "it isn't whole")
            }
            let read = try await database.file(file.digest)
            try expect(read?.head == file && read?.part == bytes, "what is read isn't what was stored")
            try expect(await database.fileSpace().takenBytes == 10, "its room is counted wrongly")
            let most = FileHead(digest: Files.digest(2), length: Int(FileSpace.mostBytes) - 10)
            _ = try await database.beginFile(most, at: Trade.noon)
            let (other, more) = Files.file(3, length: 1)
            let refused = try await database.addFile(other, bytes: more, at: Trade.noon)
            try expect(refused == .noRoom(FileSpace(takenBytes: FileSpace.mostBytes)), "too much is let in")
            try expect(await database.file(other.digest) == nil, "what was refused is there")
        },
        DatabaseContract("each file is of the first kind that needs it") { database in
            func shares() async throws -> [[Int]] {
                let usage = try await database.fileUsage()
                return FileKind.allCases.map { [usage[$0].files, Int(usage[$0].bytes)] }
            }
            try expect(await shares() == [[0, 0], [0, 0], [0, 0], [0, 0]], "there are files")
            _ = try await Packs.release(1, in: database)
            let picture = try await Pictures.stored(2, in: database)
            try await Packs.store(3, in: database)
            let version = NewContentVersion(
                content: Packs.content(1, bundle: 3), author: "ann", at: Trade.noon, reason: "", origin: .published,
                from: Trade.noon)
            _ = try await database.add(version, after: 0) { _ in nil }
            // The picture's file is a bundle, too.
            let draft = Packs.content(2, bundle: 2)
            _ = try await database.keep(draft, asDraft: "d", over: 0, by: "ann", at: Trade.noon) { _ in nil }
            _ = try await database.beginFile(FileHead(digest: Files.digest(4), length: 100), at: Trade.noon)
            try expect(await shares() == [[1, 10], [1, 1], [1, 1], [1, 100]], "files are of other kinds")
            let removal = StoredPicture.Removal(at: Trade.noon, reason: "hurts")
            _ = try await database.removePicture(named: picture.picture.name, removal) { _ in nil }
            try expect(await shares() == [[0, 0], [1, 1], [2, 11], [1, 100]], "a removed picture counts")
            let usage = try await database.fileUsage()
            try expect(await usage.space == database.fileSpace(), "the kinds together are something else")
            try expect(usage.databaseBytes > 4096, "the database takes next to nothing")
        },
        DatabaseContract("a part of a file that was forgotten meanwhile is not kept") { database in
            let (file, bytes) = Files.file(1, length: 10)
            _ = try await database.beginFile(file, at: Trade.noon)
            try await database.forgetFiles(untouchedSince: Trade.noon + .hours(1))
            try expect(await !database.addPart(0, of: file, bytes: bytes), "a part without a file is kept")
            try expect(await !database.finishFile(file, at: Trade.noon), "a file that is gone is whole")
        },
    ]
}

/// Files with made-up digests, since a database believes its caller.
enum Files {
    static func digest(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 32) }

    static func file(_ number: Int, length: Int) -> (FileHead, [UInt8]) {
        (
            FileHead(digest: digest(number), length: length),
            (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + number) }
        )
    }

    static func add(_ part: Int, of file: FileHead, _ bytes: [UInt8], to database: any FileDatabase) async throws {
        try expect(
            await database.addPart(part, of: file, bytes: Array(bytes[file.bytes(of: part)])), "a part isn't taken")
    }

    static func store(
        _ file: FileHead, _ bytes: [UInt8], in database: any FileDatabase, at instant: Instant
    ) async throws {
        _ = try await database.beginFile(file, at: instant)
        for part in file.parts { try await add(part, of: file, bytes, to: database) }
        try expect(await database.finishFile(file, at: instant), "a whole file isn't whole")
    }
}
