import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database to its pictures.
    package static let pictures: [DatabaseContract] = [
        DatabaseContract("a master has the picture and the name that were stored first") { database in
            let picture = try await Pictures.stored(1, in: database)
            let other = Pictures.picture(1, name: 9, files: [1])
            try expect(await database.add(other, at: Trade.noon) == picture, "a master has two pictures")
            let second = try await Pictures.stored(2, in: database)
            try expect(await database.pictures() == [picture, second], "the pictures are others")
            try expect(await database.picture(named: picture.picture.name) == picture, "the name is another's")
            try expect(await database.picture(named: other.picture.name) == nil, "a name that was refused is kept")
            let lost = Pictures.picture(3, name: 3, files: [77])
            try expect(await database.add(lost, at: Trade.noon) == nil, "a picture without its file is stored")
            try expect(await database.pictures().count == 2, "half a picture is kept")
        },
        DatabaseContract("pictures that were made beforehand are stored with their files, all of them or none") {
            database in
            let known = try await Pictures.stored(1, in: database)
            let made = [Pictures.made(1, name: 9), Pictures.made(2, name: 2), Pictures.made(3, name: 3)]
            try expect(await database.add(made, at: Trade.noon) == nil, "there is no room for a few bytes")
            let there = [known, made[1].picture, made[2].picture]
            try expect(await database.pictures() == there, "the pictures are others")
            try expect(await database.file(Files.digest(3))?.part == made[2].files[0].bytes, "a file is another")
            let rest = FileHead(digest: Files.digest(99), length: Int(FileSpace.mostBytes) - 45)
            _ = try await database.beginFile(rest, at: Trade.noon)
            let more = [Pictures.made(4, name: 4), Pictures.made(5, name: 5)]
            let space = FileSpace(takenBytes: FileSpace.mostBytes - 15)
            try expect(await database.add(more, at: Trade.noon) == space, "there is room for more than fits")
            try expect(await database.pictures() == there, "a part of the pictures is stored")
            try expect(await database.file(Files.digest(4)) == nil, "a part of the files is stored")
        },
        DatabaseContract(
            "a picture is forgotten unless it was renewed, named, shown or removed, and its files after it"
        ) {
            database in
            let pictures = [
                try await Pictures.stored(1, in: database), try await Pictures.stored(2, in: database),
                try await Pictures.stored(3, in: database), try await Pictures.stored(4, in: database),
                try await Pictures.stored(5, in: database),
            ]
            let later = Trade.noon + .hours(1)
            let unknown = [UInt8](repeating: 0, count: 32)
            let there = try await database.renewPictures([pictures[0].master, unknown], at: later)
            try expect(there == [pictures[0].master], "what is there is told wrongly")
            _ = try await database.renewPictures([pictures[0].master], at: Trade.noon)
            try await database.namePictures([pictures[1].master], at: Trade.noon)
            try await database.showPictures(from: [pictures[2].picture.name: Trade.noon])
            let removal = StoredPicture.Removal(at: Trade.noon, reason: "hurts")
            _ = try await database.removePicture(named: pictures[3].picture.name, removal) { _ in nil }
            try await database.forgetPictures(untouchedSince: later)
            try await database.forgetFiles(untouchedSince: later)
            let left = try await database.pictures().map(\.master)
            try expect(left == pictures.prefix(4).map(\.master), "the wrong pictures are forgotten")
            for (number, isThere) in zip(1...5, [true, true, true, false, false]) {
                try expect(
                    await (database.file(Files.digest(number)) != nil) == isThere, "file \(number) is there wrongly")
            }
        },
        DatabaseContract("a picture is shown from the earliest instant that was noted") { database in
            let picture = try await Pictures.stored(1, in: database)
            func shown() async throws -> Instant? {
                try await database.picture(named: picture.picture.name)?.shownFrom
            }
            try expect(await shown() == nil, "a picture is shown that isn't")
            for (noted, expected) in [(2, 2), (3, 2), (1, 1)] as [(Int64, Int64)] {
                try await database.showPictures(from: [picture.picture.name: Trade.noon + .hours(noted)])
                try expect(await shown() == Trade.noon + .hours(expected), "a later instant counts")
            }
        },
        DatabaseContract("a picture is removed once, for the first reason, with an entry in the audit log") {
            database in
            let picture = try await Pictures.stored(1, in: database)
            let name = picture.picture.name
            for (reason, at) in [("hurts", Trade.noon), ("again", Trade.noon + .hours(1))] {
                let removed = try await database.removePicture(
                    named: name, StoredPicture.Removal(at: at, reason: reason)
                ) { _ in
                    AuditEntry(id: 0, at: at, by: "ann", what: "POST", status: 200)
                }
                try expect(
                    removed?.removal == StoredPicture.Removal(at: Trade.noon, reason: "hurts"), "another reason counts")
                try expect(removed?.variants == picture.variants, "a removed picture isn't known by its files")
            }
            let none = StoredPicture.Removal(at: Trade.noon, reason: "none")
            try expect(
                await database.removePicture(named: Pictures.name(8), none) { _ in nil } == nil, "nothing is removed")
            try expect(await database.auditLog(before: nil, limit: 9).count == 2, "the audit log has other entries")
        },
        DatabaseContract("a later pipeline's picture of a master stands beside the earlier one, and is removed with it")
        {
            database in
            let earlier = try await Pictures.stored(1, pipeline: 1, in: database)
            let later = Pictures.picture(1, name: 9, files: [1], pipeline: 2)
            try expect(await database.add(later, at: Trade.noon) == later, "the later picture isn't stored")
            try expect(await database.add(earlier, at: Trade.noon) == later, "the earlier picture is the master's")
            try expect(await database.pictures() == [earlier, later], "the pictures are others")
            try expect(await database.picture(named: earlier.picture.name) == earlier, "the earlier name is gone")
            try await database.namePictures([later.master], at: Trade.noon)
            try await database.forgetPictures(untouchedSince: Trade.noon + .hours(1))
            try expect(await database.pictures() == [later], "the wrong picture is named")
            let removal = StoredPicture.Removal(at: Trade.noon, reason: "hurts")
            let last = Pictures.picture(1, name: 10, files: [1], pipeline: 3)
            try expect(await database.add(last, at: Trade.noon) == last, "the last picture isn't stored")
            _ = try await database.removePicture(named: later.picture.name, removal) { _ in nil }
            try expect(await database.pictures().map(\.removal) == [removal, removal], "one picture is left")
            let another = Pictures.picture(1, name: 11, files: [1], pipeline: 4)
            try expect(await database.add(another, at: Trade.noon)?.removal == removal, "a removed master has another")
        },
    ]
}

enum Pictures {
    static func name(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: Picture.nameBytes) }

    static func picture(
        _ number: Int, name: Int, files: [Int], pipeline: Int = PicturePipeline.current
    ) -> StoredPicture {
        StoredPicture(
            master: [UInt8](repeating: UInt8(100 + number), count: 32), pipeline: pipeline,
            picture: Picture(name: Self.name(name), thumbHash: .longest),
            variants: files.enumerated().map { StoredPicture.Variant(width: ($0 + 1) * 96, file: Files.digest($1)) })
    }

    /// A picture with a file of its own of ten bytes.
    static func made(_ number: Int, name: Int) -> MadePicture {
        let (file, bytes) = Files.file(number, length: 10)
        return MadePicture(
            picture: picture(number, name: name, files: [number]),
            files: [MadePicture.File(head: file, bytes: bytes)])
    }

    /// A picture with a file of its own, stored at noon.
    static func stored(
        _ number: Int, pipeline: Int = PicturePipeline.current, in database: any FileDatabase & PictureDatabase
    ) async throws -> StoredPicture {
        let (file, bytes) = Files.file(number, length: 10)
        try await Files.store(file, bytes, in: database, at: Trade.noon)
        let picture = picture(number, name: number, files: [number], pipeline: pipeline)
        try expect(await database.add(picture, at: Trade.noon) == picture, "a picture isn't stored")
        return picture
    }
}
