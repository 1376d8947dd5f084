import Foundation
import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfModel
import ShelfPostgres
import ShelfSQLite
import ShelfEngine
import ShelfServer
import ShelfTerminal
import ShelfVault
import ShelfWire
import Synchronization
import UnixSignals

/// A server that uses a data folder and the machine's clock, and its own database or PostgreSQL.
struct EmbeddedServer {
    /// What SIGHUP does.
    enum HangUp {
        /// Stops the server, because the terminal in which it was started was closed.
        case ends
        /// Reads the files again.
        case reloads
    }

    private let files: ReadFiles
    /// `nil` where the configuration names none.
    private let vault: ServerVault?
    private let rereads: Rereads
    private let isStrict: Bool
    private let data: DataFolder
    private let hangUp: HangUp
    private let reads: ContentReloader.Read
    /// The folder that the pages are read from at each request; `nil` for those that the program was built with.
    private let siteFolder: String?
    /// The files that are read again whenever they change.
    private let watched: WatchedFiles?
    private let pictures: FolderPictures
    private let packs: FolderPacks
    /// Fills the database before the server starts.
    private let prepare: Prepare
    private let logger: Logger

    typealias Rereads = @Sendable () throws -> ReadFiles?
    typealias Prepare = @Sendable (any ShelfDatabase) async throws -> Void

    /// - Parameters:
    ///   - vault: the configuration's. Until it is open the server shows what was issued before.
    ///   - rereads: reads the files once the vault is open, since they may name its secrets.
    ///   - isStrict: whether files with errors stop the start, even when there is a content version to go on with.
    ///   - watched: the files that are to be read again whenever they change.
    ///   - siteFolder: the folder that the pages are read from at each request.
    ///   - movesChannel: a channel that is to point at each release of a pack in the files, as for a try.
    ///   - reads: reads the files again.
    ///   - prepare: fills the database before the server starts.
    init(
        _ files: ReadFiles, vault: ServerVault? = nil, rereads: @escaping Rereads = { nil },
        isStrict: Bool, hangUp: HangUp, log: ServerLog,
        watching watched: WatchedFiles? = nil, siteFolder: String?, movesChannel: String? = nil,
        reads: @escaping ContentReloader.Read, prepare: @escaping Prepare = { _ in }
    ) {
        (self.watched, self.vault, self.rereads) = (watched, vault, rereads)
        (self.files, self.isStrict) = (files, isStrict)
        (self.hangUp, self.siteFolder, self.prepare) = (hangUp, siteFolder, prepare)
        data = DataFolder(path: files.settings.server.data)
        let logger = log.logger
        self.logger = logger
        let folder = URL(filePath: files.settings.content.file).deletingLastPathComponent()
        let content = try? files.loaded().content
        let pictures = FolderPictures(folder: folder, content?.masters ?? [], logger: logger)
        let packs = FolderPacks(
            folder: folder, content?.packs ?? [], channel: movesChannel, pictures: pictures, logger: logger)
        (self.pictures, self.packs) = (pictures, packs)
        self.reads = { () throws(ConfigurationProblems) in
            let files = try reads()
            if let content = try? files.loaded().content {
                pictures.note(content.masters)
                packs.note(content.packs)
            }
            return files
        }
    }

    /// Logs the warnings about the files, one line for each kind.
    func logWarnings() {
        guard case .sound(let loaded) = files else { return }
        for line in ProblemLines(loaded.warnings).grouped { logger.warning("\(line)") }
    }

    /// Locks the data folder and serves until a signal stops the server.
    ///
    /// - Parameters:
    ///   - signals: the signals to react to. They are caught for as long as the caller keeps this value.
    ///   - announce: called with the server and its address as soon as it accepts connections.
    func run(
        until signals: OperatorSignals,
        announce: @escaping @Sendable (_ server: ShelfServer, _ address: String) async -> Void
    ) async throws {
        Heap.keepWindowsApart()
        do {
            try data.make()
            try await data.alone {
                try data.work.clear()
                try await serve(until: signals, announce: announce)
            }
        } catch {
            throw SQLiteDatabase.fault(error, at: data.database) ?? StorageError.explaining(error, at: data.path)
        }
    }

    private func serve(
        until signals: OperatorSignals, announce: @escaping @Sendable (ShelfServer, String) async -> Void
    ) async throws {
        let start = Task { try await started() }
        let (stop, stopping) = AsyncStream.makeStream(of: Never.self)
        let stage = Stage()
        let listening = Task {
            for await signal in signals {
                if signal == .sighup, hangUp == .reloads {
                    Task { try await start.value.server.reloader?.reload(reason: "SIGHUP") }
                    continue
                }
                let span = files.settings.server.drain
                guard span > .zero, let drain = stage.takeDrain() else {
                    logger.notice("stopping", metadata: ["why": "\(signal)"])
                    start.cancel()
                    return stopping.finish()
                }
                logger.notice("stopping soon; a second signal stops it at once", metadata: ["in": "\(span)"])
                drain.begin()
                Task {
                    try await Task.sleep(for: .milliseconds(span.milliseconds))
                    stopping.finish()
                }
            }
        }
        let watching = watched.map { watched in Task { try await watch(watched, start) } }
        defer {
            listening.cancel()
            watching?.cancel()
        }
        let (server, unlocking): Started
        do {
            (server, unlocking) = try await start.value
        } catch  where start.isCancelled {
            return
        }
        stage.serves(server.drain)
        defer { unlocking?.close() }
        let making = Task(priority: .background) {
            await pictures.make(with: server.engine.pictureMaker) { await server.engine.mastersComing(for: .hours(1)) }
        }
        let releasing = Task(priority: .background) { await packs.keep(in: server.engine) }
        defer {
            making.cancel()
            releasing.cancel()
        }
        let losing = Task {
            let loss = await Self.loss(of: DataFolderWatch(data))
            if loss != nil { stopping.finish() }
            return loss
        }
        let rekeying = vault.map { self.rekeying(of: $0, server.engine.database) }
        let following = rekeying.map { rekeying in Task { await rekeying.run() } }
        defer { following?.cancel() }
        try await server.run(until: { for await _ in stop {} }) { port in
            let address = self.address(onPort: port)
            if let rekeying {
                unlocking?.note(
                    ServerUnlocking.Running(rekeying: rekeying) {
                        await server.reloader?.reload(reason: "vault unlock")
                    })
            }
            logStart(address, server.engine.content.current, desk: server.desk?.address)
            if let notice = server.siteNotice { logger.notice("\(notice)") }
            await announce(server, address)
            // Flush, because output to a pipe is buffered and another program may be waiting for this line.
            fflush(nil)
        }
        making.cancel()
        releasing.cancel()
        await server.engine.pictureMaker.stop()
        await server.engine.files.stop()
        // While they hold the database, that isn't closed.
        await making.value
        await releasing.value
        losing.cancel()
        if let loss = await losing.value { throw loss }
    }

    /// Waits until a file of the data folder isn't in its place any more, or until the task is cancelled.
    private static func loss(of folder: DataFolderWatch) async -> DataFolderLost? {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            do throws(DataFolderLost) { try folder.check() } catch { return error }
        }
        return nil
    }

    private func openDatabase() async throws -> any ShelfDatabase {
        let seals: ColumnSeals = vault.map { .sealed($0.keys) } ?? .none
        guard let address = files.settings.database else {
            return try SQLiteDatabase(path: data.database, seals: seals)
        }
        let isElsewhere = !FileManager.default.fileExists(atPath: data.database)
        guard try isElsewhere || SQLiteShop.destination(from: data.database) != nil else {
            throw UsageError(
                """
                \(data.database) holds a shop, and `database` names PostgreSQL, which knows nothing of it. Move it there \
                (shelflife copy), name another data folder to begin a shop on PostgreSQL, or take `database` out
                """)
        }
        return try await PostgresDatabase(address.parameters, judgingUpTo: .seconds(5), seals: seals)
    }

    private typealias Started = (server: ShelfServer, unlocking: UnlockDoor?)

    /// Makes the server. While its vault is locked, what was issued before is served in its place.
    private func started() async throws -> Started {
        try await FreePorts.check(files.settings)
        let database = try await openDatabase()
        guard let vault else {
            try await database.checkVault(nil)
            return (try await open(database, files), nil)
        }
        let unlocking = try await ServerUnlocking(vault, database, logger: logger)
        let door = try UnlockDoor(unlocking, at: data.unlock)
        do {
            guard unlocking.isLocked else { return (try await open(database, files), door) }
            return (try await whileLocked(unlocking, database), door)
        } catch {
            unlocking.end(why: "\(error)")
            door.close()
            throw error
        }
    }

    /// Serves what was issued before until the vault is open and the server is made.
    private func whileLocked(_ unlocking: ServerUnlocking, _ database: any ShelfDatabase) async throws -> ShelfServer {
        let timeline = systemTimeline()
        let locked = try await LockedServer(
            files.settings, database: database, folder: publishedFolder(), timeline: timeline, logger: logger)
        let making = Task {
            try await unlocking.waitUntilOpen()
            return try await open(database, rereads() ?? files)
        }
        defer { making.cancel() }
        try await withTaskCancellationHandler {
            try await locked.run(until: { _ = try? await making.value }) { port in
                logger.warning(
                    "locked; `shelflife vault unlock` gives it the vault's passphrase",
                    metadata: ["address": "\(address(onPort: port))", "data": "\(data.path)"])
            }
        } onCancel: {
            making.cancel()
        }
        return try await making.value
    }

    private func open(_ database: any ShelfDatabase, _ files: ReadFiles) async throws -> ShelfServer {
        let timeline = systemTimeline()
        let usualUs = Settings.usualUncertainty.milliseconds * 1000
        if files.settings.clockUncertainty == nil, timeline.uncertaintyUs() == usualUs {
            logger.warning(
                """
                the kernel doesn't know how far its clock is off, so \(Settings.usualUncertainty) is assumed; run chrony, or \
                set clock.uncertainty
                """)
        }
        try await prepare(database)
        let isFirst = try await database.contentVersions(before: nil, limit: 1).isEmpty
        let start = try await ContentStart.decide(
            files, database: database, now: timeline.earliest, isStrict: isStrict, logger: logger)
        return try await ShelfServer(
            start, reads: reads, siteFolder: siteFolder, database: database,
            folder: publishedFolder(), work: data.work, copies: copies(), backedUp: backedUp, timeline: timeline,
            logger: logger
        ) { [pictures] maker, coming in
            if isFirst { await pictures.makeFirst(coming, with: maker) }
        }
    }

    /// PostgreSQL has backups of its own. What is noted of a folder that has moved there is of before.
    private var backedUp: @Sendable () -> Instant? {
        guard files.settings.database == nil else { return { nil } }
        return { [data] in data.backedUp }
    }

    /// The folder for copies of files. Without one the server is slower, and does all the rest.
    private func copies() -> CopyFolder? {
        let most = files.settings.server.cache << 20
        if most == 0 {
            try? FileManager.default.removeItem(at: data.cache)
            return nil
        }
        do {
            return try CopyFolder(at: data.cache, atMost: most)
        } catch {
            logger.warning("pictures and packs come from the database, since there is no cache: \(error)")
            return nil
        }
    }

    private func systemTimeline() -> Timeline {
        Timeline.system(uncertainty: files.settings.clockUncertainty, fallback: Settings.usualUncertainty)
    }

    private func publishedFolder() throws -> PublishedFolder {
        try PublishedFolder(root: data.published, staging: data.staging)
    }

    private func address(onPort port: Int) -> String {
        let host = files.settings.server.host
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    private func rekeying(of vault: ServerVault, _ database: any VaultDatabase) -> Rekeying {
        let process = ProcessInfo.processInfo
        return Rekeying(
            keys: vault.keys, database: database, id: Randomness.system.bytes(16),
            name: "\(process.hostName), process \(process.processIdentifier)", timeline: systemTimeline(),
            logger: logger)
    }

    /// Reads the files again a second or two after they have changed.
    private func watch(_ files: WatchedFiles, _ start: Task<Started, any Error>) async throws {
        let reloader = try await start.value.server.reloader
        var watch = FileWatch(files.paths)
        while !Task.isCancelled {
            try await Task.sleep(for: .seconds(1))
            if watch.haveChanged(files.paths) { await reloader?.reload(reason: "the files have changed") }
        }
    }

    private func logStart(_ address: String, _ content: Content, desk: String?) {
        logger.notice(
            "started",
            metadata: [
                "version": "\(ShelfServer.version)", "address": "\(address)", "data": "\(data.path)",
                "database": "\(files.settings.database?.description ?? "SQLite")",
                "stores": "\(content.stores.count)",
                "items": "\(content.catalogue.items.count)",
                "desk": "\(desk ?? "off")",
            ])
    }
}

/// How far a server's life has come, for who hears the signals.
private final class Stage: Sendable {
    private let drain = Mutex<Drain?>(nil)

    func serves(_ drain: Drain) { self.drain.withLock { $0 = drain } }

    /// - Returns: `nil` before anybody is served, and the second time.
    func takeDrain() -> Drain? { drain.withLock { $0.take() } }
}
