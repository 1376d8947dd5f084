package import ShelfDatabase
import ShelfModel
import ShelfWire

/// The one job of a server that makes pictures of masters.
///
/// Masters that arrive while others are being worked on are worked on together afterwards, in one process. Two senders
/// of the same master wait for the same picture.
package actor PictureMaker {
    private struct Waiting {
        let master: [UInt8]
        var senders: [CheckedContinuation<StoredPicture, any Error>]
    }

    private let book: PictureBook
    private let files: FileStore
    private let database: any PictureDatabase
    private let timeline: Timeline
    private let randomness: Randomness
    private let workshop: Result<PictureWorkshop, PictureObstacle>
    /// By digest.
    private var waiting: [[UInt8]: Waiting] = [:]
    private var order: [[UInt8]] = []
    private var working: Task<Void, Never>?
    private var isStopped = false

    /// How many masters wait at most, and how many of their bytes.
    private static let mostWaiting = 64
    private static let mostBytesWaiting = 64 << 20

    package init(
        book: PictureBook, database: any PictureDatabase & FileDatabase, work: WorkFolder, timeline: Timeline,
        randomness: Randomness
    ) {
        self.book = book
        self.database = database
        self.timeline = timeline
        self.randomness = randomness
        files = FileStore(database: database)
        workshop = Result { () throws(PictureObstacle) in try PictureWorkshop(in: work) }
    }

    /// Why this server can't make pictures; `nil` when it can.
    package nonisolated var obstacle: PictureObstacle? {
        guard case .failure(let obstacle) = workshop else { return nil }
        return obstacle
    }

    /// Whether a master needs nothing of this server: its picture is of the current pipeline, or was removed.
    package nonisolated func knows(_ master: [UInt8]) -> Bool {
        book.picture(of: master) != nil && book.outdated(of: [master]).isEmpty
    }

    /// Makes the picture of a master, if there is none.
    ///
    /// - Parameter digest: the SHA-256 that its sender has computed.
    /// - Throws: ``PictureRefusal``, or the database's error.
    package func make(_ master: [UInt8], named digest: [UInt8]) async throws -> StoredPicture {
        let found = try await offEventLoop { FileDigest.of(master) }
        guard found == digest else { throw PictureRefusal.otherDigest(found) }
        if let known = book.picture(of: digest), book.outdated(of: [digest]).isEmpty {
            guard known.removal == nil else { throw PictureRefusal.removed }
            if try await book.missing(of: [digest], at: timeline.now).isEmpty { return known }
        }
        if let obstacle { throw PictureRefusal.noWorkshop(obstacle) }
        guard !isStopped else { throw CancellationError() }
        do throws(MasterFault) {
            _ = try MasterHeader(master)
        } catch {
            throw PictureRefusal.fault(error)
        }
        return try await withCheckedThrowingContinuation { sender in
            guard waiting[digest] == nil else {
                waiting[digest]?.senders.append(sender)
                return
            }
            let bytes = waiting.values.reduce(master.count) { $0 + $1.master.count }
            guard order.count < Self.mostWaiting, bytes <= Self.mostBytesWaiting else {
                return sender.resume(throwing: PictureRefusal.busy)
            }
            waiting[digest] = Waiting(master: master, senders: [sender])
            order.append(digest)
            if working == nil { working = Task(priority: .utility) { await work() } }
        }
    }

    private func work() async {
        while !order.isEmpty {
            let digests = order.prefix(PictureWorkshop.mostInProcess)
            order.removeFirst(digests.count)
            let masters = digests.map { waiting[$0]?.master ?? [] }
            for (digest, result) in zip(digests, await pictures(of: masters, Array(digests))) {
                for sender in waiting.removeValue(forKey: digest)?.senders ?? [] { sender.resume(with: result) }
            }
        }
        working = nil
    }

    /// Ends what is being made, whose senders are told so, and makes nothing any more.
    package func stop() async {
        isStopped = true
        working?.cancel()
        await working?.value
    }

    /// Random bytes for a picture's name. None of them is written with a hyphen first, because a command would take
    /// that for an option.
    private func newName() -> [UInt8] {
        while true {
            let name = randomness.bytes(Picture.nameBytes)
            if !Base64URL.encode(name).hasPrefix("-") { return name }
        }
    }

    private func pictures(
        of masters: [[UInt8]], _ digests: [[UInt8]]
    ) async -> [Result<StoredPicture, any Error>] {
        do {
            let prepared = try await workshop.get().prepare(masters)
            var results: [Result<StoredPicture, any Error>] = []
            for (digest, picture) in zip(digests, prepared) {
                do {
                    results.append(.success(try await store(try picture.get(), of: digest)))
                } catch let fault as MasterFault {
                    results.append(.failure(PictureRefusal.fault(fault)))
                } catch {
                    results.append(.failure(error))
                }
            }
            return results
        } catch {
            return digests.map { _ in .failure(error) }
        }
    }

    /// Stores a picture that was made of a master. The earlier one stays if there is one.
    ///
    /// - Throws: ``PictureRefusal/noRoom(_:)``, or the database's error.
    package func store(_ prepared: PreparedPicture, of master: [UInt8]) async throws -> StoredPicture {
        // Only if a file is forgotten meanwhile, it is stored again.
        while true {
            var variants: [StoredPicture.Variant] = []
            for variant in prepared.variants {
                let digest = FileDigest.of(variant.bytes)
                guard variant.bytes.count <= PictureLadder.mostBytesOfVariant else {
                    let most = PictureLadder.mostBytesOfVariant
                    throw PictureRefusal.fault(
                        .broken("as a WebP of \(variant.width) pixels it has more than \(most) bytes"))
                }
                do {
                    try await files.add(variant.bytes, named: digest, at: timeline.now)
                } catch FileRefusal.noRoom(let space) {
                    throw PictureRefusal.noRoom(space)
                }
                variants.append(StoredPicture.Variant(width: variant.width, file: digest))
            }
            let name = newName()
            let new = StoredPicture(
                master: master, picture: Picture(name: name, thumbHash: prepared.thumbHash), variants: variants)
            if let stored = try await database.add(new, at: timeline.now) {
                book.add(stored)
                guard stored.removal == nil else { throw PictureRefusal.removed }
                return stored
            }
        }
    }

    /// Stores pictures that were made beforehand, all in one transaction.
    ///
    /// - Parameter prepared: each with its master's SHA-256. No variant is longer than a file's part.
    /// - Throws: ``PictureRefusal/noRoom(_:)``, or the database's error.
    package func store(_ prepared: [(master: [UInt8], picture: PreparedPicture)]) async throws {
        let made = prepared.map { master, picture in
            let files = picture.variants.map { variant in
                MadePicture.File(
                    head: FileHead(digest: FileDigest.of(variant.bytes), length: variant.bytes.count),
                    bytes: variant.bytes)
            }
            let variants = zip(picture.variants, files).map {
                StoredPicture.Variant(width: $0.width, file: $1.head.digest)
            }
            let new = Picture(name: newName(), thumbHash: picture.thumbHash)
            return MadePicture(
                picture: StoredPicture(master: master, picture: new, variants: variants), files: files)
        }
        if let space = try await database.add(made, at: timeline.now) { throw PictureRefusal.noRoom(space) }
        try await book.load()
    }
}
