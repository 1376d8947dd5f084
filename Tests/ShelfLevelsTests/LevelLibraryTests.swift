import Crypto
import Foundation
import ShelfLevels
import ShelfModel
import ShelfPacks
import ShelfWire
import Synchronization
import Testing

/// A folder that `shelflife pack release` writes, as a source that a test can spoil.
private final class Site: LevelSource {
    let root: URL
    let key = Curve25519.Signing.PrivateKey()
    /// What is done to an answer on its way; `nil` is an unreachable server.
    let spoil = Mutex<@Sendable (String, [UInt8]) -> [UInt8]?>({ $1 })
    let asked = Mutex<[String]>([])
    /// Whether files are given in parts, too. A part is asked for as the path, `#`, the file and the part's number.
    let givesParts = Mutex(false)

    init(_ root: URL) { self.root = root }

    func bytes(of path: String, atMost most: Int) async throws -> [UInt8] {
        asked.withLock { $0.append(path) }
        guard let data = try? Data(contentsOf: root.appending(path: path)),
            let bytes = spoil.withLock({ $0(path, Array(data)) })
        else { throw CocoaError(.fileNoSuchFile) }
        guard bytes.count <= most else { throw CocoaError(.fileReadTooLarge) }
        return bytes
    }

    func part(of path: String, _ range: Range<Int>) async throws -> [UInt8]? {
        guard givesParts.withLock({ $0 }) else { return nil }
        let name = "\(path)#-\(range.lowerBound / (256 * 1024))"
        asked.withLock { $0.append(name) }
        let data = try Data(contentsOf: root.appending(path: path))
        guard let bytes = spoil.withLock({ $0(name, Array(data[range])) }) else { throw CocoaError(.fileNoSuchFile) }
        return bytes
    }

    @discardableResult
    func release(_ pack: Pack, at ms: Int64 = 1_000, share: Int? = nil) throws -> PackDocument {
        try PackSite(root, key: key).release(pack, on: "stable", share: share, goodForMs: 500, nowMs: ms)
    }
}

@Suite struct `A library of levels` {
    private let folder: URL
    private let site: Site

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        site = Site(folder.appending(path: "site"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try PackSnapshot.write(Self.pack(1...5), to: shipped.path)
    }

    private var shipped: URL { folder.appending(path: "shipped.sqlite") }

    private static func pack(_ numbers: ClosedRange<Int>, engine: Int = 1, map: UInt8 = 0) -> Pack {
        Pack(
            id: "warehouse", engine: engine,
            levels: numbers.map { number in
                ShelfModel.Level(
                    id: "level-\(number)", title: "Level \(number)", author: nil, tags: [], background: nil,
                    map: [UInt8](repeating: map, count: 100))
            })
    }

    private func library(engine: Int = 1, device: String = "a") throws -> LevelLibrary {
        try LevelLibrary(
            folder: folder.appending(path: "device-\(device)"), shipped: shipped, channel: "stable",
            publicKey: "\(PublicKey(site.key.publicKey))", engine: engine, source: site)
    }

    private func spoil(_ how: @escaping @Sendable (String, [UInt8]) -> [UInt8]?) { site.spoil.withLock { $0 = how } }

    @Test func `has the app's own levels without any network`() async throws {
        let library = try library()
        #expect(library.status.isShipped && library.status.count == 5)
        let third = try #require(library.level(at: 3))
        #expect((third.id, third.title, third.map.count) == ("level-3", "Level 3", 100))
        #expect(third.release == library.status.release && library.level("level-3") == third)
        #expect(library.level(at: 6) == nil && library.level("level-6") == nil && library.place(of: "level-2") == 2)
        guard case .failed(.unreachable) = await library.update(nowMs: 100) else {
            Issue.record("an update without a server has done something")
            return
        }
        #expect(library.status.count == 5)
    }

    @Test func `begins without levels in an app that is shipped without, and has the channel's after an update`()
        async throws
    {
        func library(_ pack: String = "warehouse") throws -> LevelLibrary {
            try LevelLibrary(
                folder: folder.appending(path: "device-a"), pack: pack, channel: "stable",
                publicKey: "\(PublicKey(site.key.publicKey))", engine: 1, source: site)
        }
        let first = try library()
        #expect(first.status.isShipped && first.status.count == 0 && first.status.problem == nil)
        #expect(first.level(at: 1) == nil && first.level("level-1") == nil && first.place(of: "level-1") == nil)
        #expect(first.status.release == Hex.encode(Pack.empty("warehouse").content))
        let document = try site.release(Self.pack(1...9, map: 7))
        let whole = try #require(document.release.deltas.last).file.bytes
        #expect(await first.update(nowMs: 100) == .updated(bytes: whole), "the delta from the empty pack is the pack")
        #expect(first.status.count == 9 && first.level(at: 9)?.map.first == 7)
        let again = try library()
        #expect(again.status == first.status && !again.status.isShipped)
        again.report(release: again.status.release, failure: "no")
        #expect(again.status.count == 0 && again.status.isShipped)
        #expect(throws: LevelProblem.self) { try library("../warehouse") }
    }

    @Test func `becomes the channel's release by a snapshot and then by deltas, and stays so after a restart`()
        async throws
    {
        let library = try library()
        try site.release(Self.pack(1...9, map: 7))
        let first = await library.update(nowMs: 100)
        #expect(library.status.count == 9 && !library.status.isShipped && library.level(at: 9)?.map.first == 7)
        let kept = library.level(at: 1)
        try site.release(Self.pack(1...12, map: 7), at: 2_000)
        let second = await library.update(nowMs: 100)
        guard case .updated(let snapshot) = first, case .updated(let delta) = second else {
            Issue.record("no update: \(first), \(second)")
            return
        }
        #expect(delta < snapshot, "the second one is a delta from the first")
        #expect(library.status.count == 12 && kept?.id == "level-1" && kept?.map == library.level(at: 1)?.map)
        #expect(library.status.goodUntilMs == 2_500)
        #expect(await library.update(nowMs: 100) == .unchanged)
        #expect(try self.library().status == library.status)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "device-a").path)
        #expect(names.count == 3, "two releases and the state are kept: \(names)")
    }

    @Test func `goes on with a long download where it was broken off, also after a restart`() async throws {
        let random = (1...20).map { number in
            ShelfModel.Level(
                id: "level-\(number)", title: "T", author: nil, tags: [], background: nil,
                map: (0..<60_000).map { _ in UInt8.random(in: 0...255) })
        }
        try site.release(Pack(id: "warehouse", engine: 1, levels: random))
        site.givesParts.withLock { $0 = true }
        site.spoil.withLock { $0 = { path, bytes in path.hasSuffix("-3") ? nil : bytes } }
        guard case .failed(.unreachable) = await (try library()).update(nowMs: 100) else {
            Issue.record("a download without its end is taken")
            return
        }
        let before = site.asked.withLock { $0.count }
        site.spoil.withLock { $0 = { $1 } }
        let library = try library()
        await library.update(nowMs: 100)
        #expect(library.status.count == 20 && library.level(at: 20)?.map == random[19].map)
        let later = site.asked.withLock { Array($0.dropFirst(before)) }
        #expect(later.filter { $0.contains("#") }.first?.hasSuffix("-3") == true, "\(later)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "device-a").path)
        #expect(names.count == 2, "the download is left: \(names)")
    }

    @Test func `a long download whose beginning is damaged is refused, and then fetched anew`() async throws {
        let random = (1...20).map { number in
            ShelfModel.Level(
                id: "level-\(number)", title: "T", author: nil, tags: [], background: nil,
                map: (0..<60_000).map { _ in UInt8.random(in: 0...255) })
        }
        try site.release(Pack(id: "warehouse", engine: 1, levels: random))
        site.givesParts.withLock { $0 = true }
        site.spoil.withLock {
            $0 = { path, bytes in path.hasSuffix("-0") ? [bytes[0] ^ 1] + bytes.dropFirst() : bytes }
        }
        let library = try library()
        guard case .failed(.refused) = await library.update(nowMs: 100) else {
            Issue.record("a file with another byte is taken")
            return
        }
        site.spoil.withLock { $0 = { $1 } }
        await library.update(nowMs: 100)
        #expect(library.status.count == 20)
    }

    @Test func `goes back to an earlier release when the channel does`() async throws {
        let library = try library()
        try site.release(Self.pack(1...9))
        await library.update(nowMs: 100)
        try site.release(Self.pack(1...12), at: 2_000)
        await library.update(nowMs: 100)
        try site.release(Self.pack(1...9), at: 3_000)
        await library.update(nowMs: 100)
        #expect(library.status.count == 9)
        try site.release(Self.pack(1...5), at: 4_000)
        #expect(await library.update(nowMs: 100) == .updated(bytes: 0), "the app's own levels are there already")
        #expect(library.status.isShipped)
    }

    @Test func `takes nothing that the app's key hasn't signed, nothing older, and no other bytes`() async throws {
        let library = try library()
        try site.release(Self.pack(1...9))
        let old = try Data(contentsOf: site.root.appending(path: "v1/packs/warehouse/stable"))
        await library.update(nowMs: 100)
        try site.release(Self.pack(1...12), at: 2_000)
        let good = try Data(contentsOf: site.root.appending(path: "v1/packs/warehouse/stable"))
        for place in good.indices {
            spoil { path, bytes in
                guard path.hasPrefix("v1/packs") else { return bytes }
                var bytes = bytes
                bytes[place] ^= 1
                return bytes
            }
            guard case .failed(.refused) = await library.update(nowMs: 100) else {
                Issue.record("a document with another byte \(place) is taken")
                return
            }
        }
        for spoilt: @Sendable ([UInt8]) -> [UInt8]? in [
            { $0.dropLast() + [] }, { $0 + [0] }, { _ in [] }, { [$0[0] ^ 1] + $0.dropFirst() }, { _ in nil },
        ] {
            spoil { path, bytes in path.hasPrefix("v1/packs") ? bytes : spoilt(bytes) }
            guard case .failed = await library.update(nowMs: 100) else {
                Issue.record("a file with other bytes is taken")
                return
            }
            #expect(library.status.count == 9)
        }
        spoil { $1 }
        await library.update(nowMs: 100)
        #expect(library.status.count == 12)
        try old.write(to: site.root.appending(path: "v1/packs/warehouse/stable"))
        #expect(await library.update(nowMs: 100) == .failed(.refused("the document is older than one that was seen")))
        #expect(library.status.count == 12)
    }

    @Test func `fetches the snapshot where the delta isn't what it should be`() async throws {
        let library = try library()
        try site.release(Self.pack(1...9))
        await library.update(nowMs: 100)
        let document = try site.release(Self.pack(1...12), at: 2_000)
        let delta = try #require(document.release.deltas.first).file.sha256
        spoil { path, bytes in path.hasSuffix(delta) ? Array(bytes.reversed()) : bytes }
        await library.update(nowMs: 100)
        #expect(library.status.count == 12 && library.status.problem == nil)
        #expect(site.asked.withLock { $0.last } == "v1/pack-files/\(document.release.snapshot.sha256)")
    }

    @Test func `goes back by itself when the release can't be read, says why, and doesn't take it again`() async throws
    {
        let library = try library()
        try site.release(Self.pack(1...9))
        await library.update(nowMs: 100)
        try site.release(Self.pack(1...12), at: 2_000)
        await library.update(nowMs: 100)
        let file = folder.appending(path: "device-a/\(library.status.release).sqlite")
        try Data("no database".utf8).write(to: file)
        let again = try self.library()
        #expect(again.status.count == 9)
        guard case .failed? = again.status.problem else {
            Issue.record("nobody is told: \(String(describing: again.status.problem))")
            return
        }
        #expect(await again.update(nowMs: 100) != .unchanged, "a file that was damaged is fetched again")
        #expect(again.status.count == 12)
        again.report(release: again.status.release, failure: "level 3 has no way out")
        #expect(again.status.count == 9 && again.status.problem == .failed("level 3 has no way out"))
        #expect(await again.update(nowMs: 100) == .failed(.failed("level 3 has no way out")))
        again.report(release: again.status.release, failure: "nor has level 4")
        #expect(again.status.isShipped && again.level(at: 5) != nil)
        try site.release(Self.pack(1...13), at: 3_000)
        #expect(await again.update(nowMs: 100) != .unchanged)
        #expect(again.status.count == 13 && again.status.problem == nil)
    }

    @Test func `installs nothing by a document that is no longer good, and plays on`() async throws {
        let library = try library()
        try site.release(Self.pack(1...9))
        #expect(await library.update(nowMs: 1_501) == .failed(.stale(untilMs: 1_500)))
        #expect(library.status.count == 5 && library.level(at: 5) != nil)
        #expect(await library.update(nowMs: 1_500) != .unchanged)
        #expect(library.status.count == 9)
    }

    @Test func `leaves everything else in its folder alone, and works where it can't write`() async throws {
        let device = folder.appending(path: "device-a")
        try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: device.appending(path: "thesis.txt"))
        _ = try library()
        #expect(try Data(contentsOf: device.appending(path: "thesis.txt")) == Data("mine".utf8))
        try Data("a file".utf8).write(to: folder.appending(path: "device-b"))
        let blocked = try library(device: "b")
        guard case .storage? = blocked.status.problem else {
            Issue.record("nobody is told")
            return
        }
        #expect(blocked.level(at: 5) != nil)
    }

    @Test func `keeps what it has seen of each channel apart`() async throws {
        try site.release(Self.pack(1...9))
        _ = try PackSite(site.root, key: site.key).release(
            Self.pack(1...12), on: "beta", share: nil, goodForMs: 500, nowMs: 2_000)
        func follow(_ channel: String) async throws -> Int {
            let library = try LevelLibrary(
                folder: folder.appending(path: "device-a"), shipped: shipped, channel: channel,
                publicKey: "\(PublicKey(site.key.publicKey))", engine: 1, source: site)
            await library.update(nowMs: 100)
            return library.status.count
        }
        #expect(try await [follow("beta"), follow("stable"), follow("beta")] == [12, 9, 12])
    }

    @Test func `an app that comes back with an earlier engine doesn't play what the later one has taken`() async throws
    {
        try site.release(Self.pack(1...9, engine: 2))
        let later = try library(engine: 2)
        await later.update(nowMs: 100)
        #expect(later.status.count == 9)
        let earlier = try library(engine: 1)
        #expect(earlier.status.count == 5 && earlier.status.isShipped)
        #expect(earlier.status.problem == .needsEngine(2))
        #expect(await earlier.update(nowMs: 100) == .failed(.needsEngine(2)))
    }

    @Test func `waits for an engine that can play a release`() async throws {
        try site.release(Self.pack(1...9, engine: 2))
        let library = try library()
        #expect(await library.update(nowMs: 100) == .failed(.needsEngine(2)))
        #expect(library.status.count == 5)
        let later = try self.library(engine: 2)
        await later.update(nowMs: 100)
        #expect(later.status.count == 9)
    }

    @Test func `begins anew with the levels of an app's update`() async throws {
        let library = try library()
        try site.release(Self.pack(1...9))
        await library.update(nowMs: 100)
        try PackSnapshot.write(Self.pack(1...20), to: shipped.path)
        let updated = try self.library()
        #expect(updated.status.isShipped && updated.status.count == 20)
        await updated.update(nowMs: 100)
        #expect(updated.status.count == 9, "the channel has the last word")
    }

    @Test func `takes a rollout on its share of devices, and on more of them when the share grows`() async throws {
        try site.release(Self.pack(1...9))
        try site.release(Self.pack(1...12), at: 2_000, share: 3_000)
        let libraries = try (0..<40).map { try library(device: "\($0)") }
        func count() async -> [Int] {
            for library in libraries { await library.update(nowMs: 100) }
            return libraries.map(\.status.count)
        }
        let some = await count()
        let early = some.filter { $0 == 12 }.count
        #expect((1...32).contains(early) && some.filter { $0 == 9 }.count == 40 - early)
        try site.release(Self.pack(1...12), at: 3_000, share: 7_000)
        let more = await count()
        #expect(zip(some, more).allSatisfy { $0 <= $1 } && more.filter { $0 == 12 }.count > early)
        try site.release(Self.pack(1...12), at: 4_000)
        #expect(await count().allSatisfy { $0 == 12 })
        #expect(site.asked.withLock { $0.allSatisfy { !$0.contains("?") && !$0.contains("device") } })
    }

    @Test func `has one whole release whatever file a crash has left`() async throws {
        try site.release(Self.pack(1...9))
        let library = try library()
        await library.update(nowMs: 100)
        let device = folder.appending(path: "device-a")
        let names = try FileManager.default.contentsOfDirectory(atPath: device.path)
        for name in names {
            let file = device.appending(path: name)
            let good = try Data(contentsOf: file)
            for left in [Data(), good.prefix(good.count / 2), nil] {
                try FileManager.default.removeItem(at: file)
                if let left { try left.write(to: file) }
                try Data([1]).write(to: file.appendingPathExtension("part"))
                let again = try self.library()
                #expect([5, 9].contains(again.status.count) && again.level(at: 5) != nil, "\(name)")
                #expect(!FileManager.default.fileExists(atPath: file.appendingPathExtension("part").path))
                await again.update(nowMs: 100)
                try good.write(to: file)
            }
        }
    }
}
