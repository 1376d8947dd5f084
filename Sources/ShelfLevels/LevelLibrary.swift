public import Foundation
import ShelfModel
import ShelfPacks
import ShelfWire
import Synchronization

/// The levels of a pack in an app: those that it was shipped with, if any, and then those that its channel points at.
///
/// It works offline. Levels are read from the release that is there, and an update replaces it when the next one is whole
/// and checked. The release before is kept, and comes back by itself when the new one can't be read or the app reports
/// that it failed.
public final class LevelLibrary: Sendable {
    /// Which levels a library has, and what it knows of newer ones.
    public struct Status: Hashable, Sendable {
        /// Names the release: SHA-256 of all that is in it, in hexadecimal.
        public let release: String
        /// How many levels the release has.
        public let count: Int
        /// Whether it is what the app began with: its own snapshot, or no levels.
        public let isShipped: Bool
        /// The last problem; `nil` after an update without one.
        public let problem: LevelProblem?
        /// Until when the channel's newest document is good, in milliseconds since the epoch. After that nobody knows
        /// whether the levels are the newest, and they are played on. 0 before the first update.
        public let goodUntilMs: Int64
    }

    /// What an update has done.
    public enum Update: Hashable, Sendable {
        /// The release is the newest for this device.
        case unchanged
        /// Another update is running.
        case running
        /// Another release is there. This number of bytes was fetched for it.
        case updated(bytes: Int)
        /// The release that was there stays.
        case failed(LevelProblem)
    }

    /// Its snapshot belongs to no thread, and is used under the mutex only.
    private struct Open: @unchecked Sendable {
        var state: LevelState
        /// `nil` for the empty pack.
        var snapshot: PackSnapshot?
        var problem: LevelProblem?
    }

    private let folder: URL
    /// The app's own snapshot; `nil` for the empty pack.
    private let shipped: URL?
    private let pack: String
    /// The content of the empty pack.
    private let empty: String
    private let channel: String
    private let publicKey: PublicKey
    private let engine: Int
    private let source: any LevelSource
    private let open: Mutex<Open>
    private let isUpdating = Mutex(false)

    /// Opens the library of an app that is shipped with levels. It waits for no network.
    ///
    /// - Parameters:
    ///   - folder: where releases are kept; it is made if need be. Each library needs a folder of its own.
    ///   - shipped: the snapshot in the app.
    ///   - channel: its name, such as `stable`, or the word of one that isn't public.
    ///   - publicKey: the key that documents are signed with, in base64url. Build it into the app.
    ///   - engine: the version of the game's engine.
    ///   - source: where newer releases come from, such as a ``LevelServer``.
    /// - Throws: ``LevelProblem/refused(_:)`` when the app's own snapshot can't be read or `publicKey` is no key. Where
    ///   the folder can't be written, it has the levels that are there, and ``Status/problem`` says so.
    public convenience init(
        folder: URL, shipped: URL, channel: String, publicKey: String, engine: Int, source: any LevelSource
    ) throws(LevelProblem) {
        let own: PackSnapshot
        do throws(PackFault) {
            own = try PackSnapshot(shipped.path)
        } catch {
            throw .refused("the app's own levels: \(error)")
        }
        try self.init(folder, own.pack, (shipped, own), channel, publicKey, engine, source)
    }

    /// Opens the library of an app that is shipped without levels: there are none before the first update. It waits for
    /// no network.
    ///
    /// - Parameters:
    ///   - folder: where releases are kept; it is made if need be. Each library needs a folder of its own.
    ///   - pack: the pack's id.
    ///   - channel: its name, such as `stable`, or the word of one that isn't public.
    ///   - publicKey: the key that documents are signed with, in base64url. Build it into the app.
    ///   - engine: the version of the game's engine.
    ///   - source: where newer releases come from, such as a ``LevelServer``.
    /// - Throws: ``LevelProblem/refused(_:)`` when `pack` is no id or `publicKey` no key. Where the folder can't be
    ///   written, it has the levels that are there, and ``Status/problem`` says so.
    public convenience init(
        folder: URL, pack: String, channel: String, publicKey: String, engine: Int, source: any LevelSource
    ) throws(LevelProblem) {
        guard Pack.isID(pack) else {
            throw .refused("“\(pack)” is no pack's id, which is 1 to 64 of a-z, 0-9 and -")
        }
        try self.init(folder, pack, nil, channel, publicKey, engine, source)
    }

    private init(
        _ folder: URL, _ pack: String, _ own: (file: URL, snapshot: PackSnapshot)?, _ channel: String,
        _ publicKey: String, _ engine: Int, _ source: any LevelSource
    ) throws(LevelProblem) {
        guard let key = PublicKey(publicKey) else { throw .refused("the public key is no key in base64url") }
        (self.folder, self.pack, self.channel, self.engine, self.source) = (folder, pack, channel, engine, source)
        (self.publicKey, shipped, empty) = (key, own?.file, Hex.encode(Pack.empty(pack).content))
        let content = own.map { Hex.encode($0.snapshot.content) } ?? empty
        var state =
            LevelState.read(Self.stateFile(folder))
            ?? LevelState(device: (0..<16).map { _ in UInt8.random(in: 0...255) }, shipped: content, engine: engine)
        state.begin(shipped: content, engine: engine)
        var opened = Open(state: state, snapshot: own?.snapshot, problem: nil)
        Self.openNewest(&opened, folder, shipped, pack, engine)
        do throws(LevelProblem) {
            try Self.keep(opened.state, in: folder, downloads: true)
        } catch {
            opened.problem = error
        }
        open = Mutex(opened)
    }

    /// The release that is there now.
    public var status: Status {
        open.withLock { open in
            Status(
                release: content(of: open.snapshot), count: open.snapshot?.count ?? 0,
                isShipped: open.state.current == nil, problem: open.problem,
                goodUntilMs: open.state.seen[seenKey]?.goodUntilMs ?? 0)
        }
    }

    /// The level at a place, from 1 on; `nil` when there is none. What was returned doesn't change with an update.
    public func level(at place: Int) -> Level? {
        read { snapshot throws(PackFault) in try Self.level(at: place, in: snapshot) }
    }

    /// The level with an id; `nil` when there is none.
    public func level(_ id: String) -> Level? {
        read { snapshot throws(PackFault) in
            guard let place = try snapshot.place(of: id) else { return nil }
            return try Self.level(at: place, in: snapshot)
        }
    }

    private static func level(at place: Int, in snapshot: PackSnapshot) throws(PackFault) -> Level? {
        try snapshot.level(at: place).map { Level($0, in: Hex.encode(snapshot.content)) }
    }

    private func content(of snapshot: PackSnapshot?) -> String { snapshot.map { Hex.encode($0.content) } ?? empty }

    /// The place of a level, from 1 on; `nil` when there is none.
    public func place(of id: String) -> Int? { read { snapshot throws(PackFault) in try snapshot.place(of: id) } }

    /// Goes back to the release before, because the app can't play this one. It isn't taken again before the channel
    /// points at another one, or the app brings another `engine`. From the app's own levels nothing goes back.
    ///
    /// - Parameters:
    ///   - release: ``Level/release`` of the level that failed, or ``Status/release``. A report of one that isn't there
    ///     any more changes nothing, so several reports of one failure go back once.
    ///   - why: for ``Status/problem``.
    public func report(release: String, failure why: String) {
        open.withLock { open in
            if open.state.report(release, why: why) { reopen(&open, because: why) }
        }
    }

    /// Reads from the release that is there. One that can't be read is given up for the one before.
    private func read<Value: Sendable>(_ body: (PackSnapshot) throws(PackFault) -> Value?) -> Value? {
        open.withLock { open in
            while true {
                guard let snapshot = open.snapshot else { return nil }
                do throws(PackFault) {
                    return try body(snapshot)
                } catch {
                    guard open.state.current != nil else { return nil }
                    open.state.goBack()
                    reopen(&open, because: "\(error)")
                }
            }
        }
    }

    private func reopen(_ open: inout Open, because why: String) {
        open.problem = .failed(why)
        Self.openNewest(&open, folder, shipped, pack, engine)
        do throws(LevelProblem) { try open.state.write(Self.stateFile(folder)) } catch { open.problem = error }
    }
}

extension LevelLibrary {
    private static func stateFile(_ folder: URL) -> URL { folder.appending(path: "state.json") }

    private static func file(_ content: String, _ folder: URL) -> URL { folder.appending(path: "\(content).sqlite") }

    /// Opens what the state names, or what it can go back to.
    private static func openNewest(
        _ open: inout Open, _ folder: URL, _ shipped: URL?, _ pack: String, _ engine: Int
    ) {
        while let current = open.state.current {
            do throws(PackFault) {
                let snapshot = try PackSnapshot(file(current, folder).path)
                guard snapshot.pack == pack, Hex.encode(snapshot.content) == current else { throw .otherContent }
                guard snapshot.engine <= engine else {
                    // A later app has taken it, before this one came back.
                    open.state.goBack()
                    open.problem = .needsEngine(snapshot.engine)
                    continue
                }
                open.snapshot = snapshot
                return
            } catch {
                // It may be fetched again: the file, and not the release, is at fault.
                open.state.goBack()
                open.problem = .failed("\(error)")
            }
        }
        guard let shipped else { return open.snapshot = nil }
        if let own = try? PackSnapshot(shipped.path) { open.snapshot = own }
    }

    /// Writes the state, and removes releases that nothing goes back to and parts that a crash has left. Nothing else in
    /// the folder is touched.
    ///
    /// - Parameter downloads: whether downloads that were broken off stay, to be gone on with.
    private static func keep(_ state: LevelState, in folder: URL, downloads: Bool) throws(LevelProblem) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw .storage("\(folder.path) can't be made")
        }
        try state.write(stateFile(folder))
        let kept = Set([state.current, state.former].compactMap { $0.map { "\($0).sqlite" } })
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where !kept.contains(name) && isOurs(name) && !(downloads && name.hasSuffix(PartialFile.suffix)) {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    /// Whether a file is called like a release, or like a part of a file.
    private static func isOurs(_ name: String) -> Bool {
        let rest = name.dropFirst(64)
        return name.hasPrefix("state.json.") && name.hasSuffix(".part")
            || (rest.hasPrefix(".sqlite") || rest == PartialFile.suffix) && Hex.decode(String(name.prefix(64))) != nil
    }

    /// What was seen of another channel, or signed by another key, says nothing of this one's.
    private var seenKey: String { "\(channel) \(publicKey)" }
}

extension LevelLibrary {
    /// Asks what the channel points at, and fetches that release if it is another one. Call it at the start and from time
    /// to time.
    ///
    /// - Parameter nowMs: the device's time, in milliseconds since the epoch.
    @discardableResult
    public func update(nowMs: Int64 = Int64(Date.now.timeIntervalSince1970 * 1000)) async -> Update {
        guard
            isUpdating.withLock({ isRunning in
                defer { isRunning = true }
                return !isRunning
            })
        else { return .running }
        defer { isUpdating.withLock { $0 = false } }
        do throws(LevelProblem) {
            let bytes = try await fetchNewest(nowMs)
            return bytes.map(Update.updated) ?? .unchanged
        } catch {
            open.withLock { $0.problem = error }
            return .failed(error)
        }
    }

    /// - Returns: how many bytes were fetched; `nil` when the release is there already.
    private func fetchNewest(_ nowMs: Int64) async throws(LevelProblem) -> Int? {
        let document = try await document()
        let (release, there, shipped) = try open.withLock { (open) throws(LevelProblem) in
            guard open.state.see(document, as: seenKey) else {
                throw .refused("the document is older than one that was seen")
            }
            try open.state.write(Self.stateFile(folder))
            guard nowMs <= document.goodUntilMs else { throw .stale(untilMs: document.goodUntilMs) }
            let release = document.release(for: Base64URL.decode(open.state.device) ?? [])
            if let why = open.state.failed[release.content] { throw .failed(why) }
            let there = content(of: open.snapshot)
            if release.content == there { open.problem = nil }
            return (release, there, open.state.shipped)
        }
        guard release.content != there else { return nil }
        guard release.engine <= engine else { throw .needsEngine(release.engine) }
        if release.content == shipped {
            try install(nil)
            return 0
        }
        guard Hex.decode(release.content)?.count == 32 else { throw .refused("the document has no digest") }
        let bytes = try await fetch(release, from: there)
        try install(release.content)
        return bytes
    }

    private func document() async throws(LevelProblem) -> PackDocument {
        let bytes = try await bytes("v1/packs/\(pack)/\(channel)", atMost: PackDocument.mostBytes)
        do throws(PackFault) {
            return try PackDocument(signed: bytes, pack: pack, channel: channel, publicKey: publicKey)
        } catch {
            throw .refused("the document is not what the app's key has signed")
        }
    }

    /// Puts a release into its file: by a delta if there is one, else by its snapshot.
    ///
    /// - Returns: how many bytes were fetched.
    private func fetch(_ release: PackRelease, from there: String) async throws(LevelProblem) -> Int {
        var fetched = 0
        // Without one from what is there, the delta from the empty pack is the whole release, compressed.
        let delta =
            release.deltas.first { $0.from == there } ?? release.deltas.first { $0.from == empty }
        if let delta, delta.file.bytes < release.snapshot.bytes, let bytes = try? await file(delta.file) {
            fetched += bytes.count
            if (try? apply(bytes, release)) != nil { return fetched }
        }
        let bytes = try await file(release.snapshot)
        do throws(PackFault) {
            try WholeFile.replace(Self.file(release.content, folder), with: bytes) { part throws(PackFault) in
                guard Hex.encode(try PackSnapshot(part.path).read().content) == release.content else {
                    throw .otherContent
                }
            }
        } catch {
            if case .storage(let why) = error { throw .storage(why) }
            throw .refused("the snapshot: \(error)")
        }
        return fetched + bytes.count
    }

    private func apply(_ bytes: [UInt8], _ release: PackRelease) throws {
        let delta = try PackDeltaFile.read(bytes)
        guard Hex.encode(delta.to) == release.content else { throw PackFault.otherContent }
        // A connection of its own, so that levels are read meanwhile.
        let path = open.withLock { open in
            open.state.current.map { Self.file($0, folder).path } ?? shipped?.path
        }
        var before = Pack.empty(pack)
        if delta.from != before.content, let path { before = try PackSnapshot(path).read() }
        let after = try delta.applied(to: before)
        try PackSnapshot.write(after, to: Self.file(release.content, folder).path)
    }

    /// - Throws: ``LevelProblem``, also when the bytes are others than the document says.
    private func file(_ file: PackRelease.File) async throws(LevelProblem) -> [UInt8] {
        guard Hex.decode(file.sha256)?.count == 32, (1...Self.mostBytes).contains(file.bytes) else {
            throw .refused("the document names no file")
        }
        let path = "v1/pack-files/\(file.sha256)"
        let download = PartialFile(folder.appending(path: "\(file.sha256)\(PartialFile.suffix)"))
        if file.bytes > PartialFile.bytesAtOnce, let bytes = try await parts(of: path, file.bytes, into: download) {
            guard isRight(bytes, file) else {
                // Whichever part is at fault, the next attempt begins anew.
                download.remove()
                throw .refused("a file has other bytes than the document says")
            }
            return bytes
        }
        let bytes = try await bytes(path, atMost: file.bytes)
        guard isRight(bytes, file) else { throw .refused("a file has other bytes than the document says") }
        return bytes
    }

    private func isRight(_ bytes: [UInt8], _ file: PackRelease.File) -> Bool {
        bytes.count == file.bytes && Hex.encode(FileDigest.of(bytes)) == file.sha256
    }

    /// Fetches a long file part by part, from where an earlier attempt was broken off.
    ///
    /// - Returns: `nil` when the source gives files whole only.
    private func parts(
        of path: String, _ length: Int, into download: PartialFile
    ) async throws(LevelProblem) -> [UInt8]? {
        var bytes = download.read(atMost: length)
        while bytes.count < length {
            let range = bytes.count..<min(bytes.count + PartialFile.bytesAtOnce, length)
            let source = source
            let part = try await patiently(range.count) { try await source.part(of: path, range) }
            guard let part else { return nil }
            guard part.count == range.count else { throw .refused("a part of a file has another length") }
            bytes += part
            download.write(bytes, from: range.lowerBound)
        }
        return bytes
    }

    /// Of a snapshot: the maps, and what stands around them.
    private static let mostBytes = 2 * Pack.mostBytes

    private func bytes(_ path: String, atMost most: Int) async throws(LevelProblem) -> [UInt8] {
        let source = source
        return try await patiently(most) { try await source.bytes(of: path, atMost: most) } ?? []
    }

    /// - Parameter most: how many bytes may come.
    private func patiently(
        _ most: Int, _ body: @escaping @Sendable () async throws -> [UInt8]?
    ) async throws(LevelProblem) -> [UInt8]? {
        // A source may give a byte now and then, for ever.
        let patience = Duration.seconds(60 + most / Self.slowestBytesPerSecond)
        do {
            return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
                group.addTask { try await body() }
                group.addTask {
                    try await Task.sleep(for: patience)
                    throw TooSlow()
                }
                defer { group.cancelAll() }
                return try await group.next() ?? []
            }
        } catch {
            throw .unreachable("\(error)")
        }
    }

    private static var slowestBytesPerSecond: Int { 4_000 }

    private struct TooSlow: Error, CustomStringConvertible {
        let description = "the server is too slow"
    }

    /// - Parameter content: of the release; `nil` for the app's own.
    private func install(_ content: String?) throws(LevelProblem) {
        try open.withLock { (open) throws(LevelProblem) in
            open.state.take(content)
            open.problem = nil
            Self.openNewest(&open, folder, shipped, pack, engine)
            try Self.keep(open.state, in: folder, downloads: false)
            if let problem = open.problem { throw problem }
        }
    }
}
