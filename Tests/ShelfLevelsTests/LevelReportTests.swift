import Crypto
import Foundation
import ShelfLevels
import ShelfModel
import ShelfPacks
import ShelfWire
import Synchronization
import Testing

/// `Tests/Vectors/level-reports.json`: what a library has after reports of releases that the app can't play, to which both
/// libraries are held.
struct ReportVectors: Decodable {
    let cases: [Case]

    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [Step]

        var testDescription: String { name }
    }

    struct Step: Decodable, Sendable {
        let `do`: Kind
        let release: String?
        let share: Int?
        let others: String?
        let tells: String?
        let reported: [String]?
        let releases: [String]?
        let engine: Int?
        let there: String

        enum Kind: String, Decodable { case point, update, report, open }
    }

    static let shared: ReportVectors = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/level-reports.json")
        do {
            return try JSONDecoder().decode(ReportVectors.self, from: Data(contentsOf: file))
        } catch {
            fatalError("\(file.path): \(error)")
        }
    }()
}

/// A channel in memory.
private final class Channel: LevelSource {
    let key = Curve25519.Signing.PrivateKey()
    private let files = Mutex<[String: [UInt8]]>([:])
    /// Acts when the library asks for a file.
    let fetched = Mutex<@Sendable () -> Void>({})

    func bytes(of path: String, atMost most: Int) async throws -> [UInt8] {
        if path.hasPrefix("v1/pack-files/") { fetched.withLock { $0 }() }
        guard let bytes = files.withLock({ $0[path] }) else { throw CocoaError(.fileNoSuchFile) }
        return bytes
    }

    func release(_ pack: Pack) throws -> PackRelease {
        let snapshot = try TemporarySnapshot.bytes(of: pack)
        let file = PackRelease.File(snapshot)
        files.withLock { $0["v1/pack-files/\(file.sha256)"] = snapshot }
        return PackRelease(content: Hex.encode(pack.content), engine: pack.engine, snapshot: file, deltas: [])
    }

    func point(at release: PackRelease, _ rollout: PackDocument.Rollout?, sequence: Int64) throws {
        let document = try PackDocument(
            pack: "warehouse", channel: "stable", sequence: sequence, goodUntilMs: .max, release: release,
            rollout: rollout
        ).signed(by: key)
        files.withLock { $0["v1/packs/warehouse/stable"] = document }
    }
}

@Suite struct `Reports of releases that the app can't play` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let channel = Channel()

    /// A library begins without levels.
    private static func pack(_ name: String) -> Pack {
        if name == "own" { return .empty("warehouse") }
        return Pack(
            id: "warehouse", engine: 1,
            levels: [
                ShelfModel.Level(
                    id: name.lowercased(), title: name, author: nil, tags: [], background: nil, map: [1])
            ])
    }

    private static func content(_ name: String) -> String { Hex.encode(pack(name).content) }

    private func library(engine: Int) throws -> LevelLibrary {
        try LevelLibrary(
            folder: folder.appending(path: "device"), pack: "warehouse", channel: "stable",
            publicKey: "\(PublicKey(channel.key.publicKey))", engine: engine, source: channel)
    }

    private static func kind(_ update: LevelLibrary.Update) -> String {
        switch update {
        case .unchanged: "unchanged"
        case .running: "running"
        case .updated: "updated"
        case .failed: "failed"
        }
    }

    private static func report(_ releases: [String], _ library: LevelLibrary) {
        DispatchQueue.concurrentPerform(iterations: releases.count) { number in
            library.report(release: content(releases[number]), failure: releases[number])
        }
    }

    private func rollout(_ step: ReportVectors.Step) throws -> PackDocument.Rollout? {
        guard let share = step.share, let others = step.others else { return nil }
        return PackDocument.Rollout(share: share, others: try channel.release(Self.pack(others)))
    }

    @Test(arguments: ReportVectors.shared.cases)
    func `leave what the vectors say`(vector: ReportVectors.Case) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var library = try library(engine: 1)
        for (number, step) in vector.steps.enumerated() {
            let place: Comment = "step \(number + 1)"
            switch step.do {
            case .point:
                let release = try channel.release(Self.pack(#require(step.release)))
                try channel.point(at: release, rollout(step), sequence: Int64(number + 1))
            case .update:
                let (app, reported) = (library, step.reported ?? [])
                channel.fetched.withLock { $0 = { Self.report(reported, app) } }
                let update = await library.update(nowMs: 1)
                #expect(Self.kind(update) == step.tells, place)
                if case .failed(let problem) = update { #expect(library.status.problem == problem, place) }
                if step.tells == "unchanged" { #expect(library.status.problem == nil, place) }
            case .report: Self.report(try #require(step.releases), library)
            case .open: library = try self.library(engine: #require(step.engine))
            }
            #expect(library.status.release == Self.content(step.there), place)
            let release = step.there == "own" ? nil : Self.content(step.there)
            #expect(library.level(at: 1)?.release == release, place)
        }
    }
}
