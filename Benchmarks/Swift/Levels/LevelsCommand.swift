import ArgumentParser
import Crypto
import Foundation
import ShelfLevels
import ShelfModel
import ShelfPacks
import ShelfWire

/// `shelflife-bench levels`: how long a level takes to open, and a library to become the next release.
struct LevelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "levels", abstract: "Opens levels, and updates packs of 500 and of 9,900 of them.",
        discussion: """
            Of 1,000 levels 12 are changed, 10 are deleted and 20 added with each update. Files come from the disk, so what is \
            measured is the work of the device.
            """)

    @Option(help: "A file that keeps the figures, as JSON.", completion: .file())
    var json: String?

    func run() async throws {
        print(Harness.row("milliseconds", ["median", "min", "max"]))
        var harness = Harness()
        for count in [500, 9_900] { try await measure(count, &harness) }
        if let json { try harness.write(to: json) }
    }

    private func measure(_ count: Int, _ harness: inout Harness) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shelflife-levels-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let site = LevelSite(folder.appending(path: "site"))
        let packs = [Self.pack(count), Self.next(count, 1), Self.next(count, 2)]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let shipped = folder.appending(path: "shipped.sqlite")
        try PackSnapshot.write(packs[0], to: shipped.path)
        let library = try LevelLibrary(
            folder: folder.appending(path: "device"), shipped: shipped, channel: "stable",
            publicKey: "\(PublicKey(site.key.publicKey))", engine: 1, source: site)
        var place = 0
        harness.measure("a level of \(count) opens", times: 1000) {
            place = (place + 7919) % count
            return library.level(at: place + 1)
        }
        for pack in packs + packs.dropFirst() { try site.release(pack) }
        var turn = 0
        await harness.measure("\(count) levels become another release") {
            turn += 1
            site.point(at: packs[1 + turn % 2])
            guard case .updated = await library.update(nowMs: 1) else { fatalError("\(library.status)") }
        }
    }

    private static func level(_ number: Int, _ version: UInt8 = 0) -> ShelfModel.Level {
        var random = SplitMix64(seed: UInt64(number) << 8 | UInt64(version))
        return ShelfModel.Level(
            id: "level-\(number)", title: "Level \(number)", author: "Ana", tags: ["easy"], background: "brick",
            map: (0..<400).map { _ in UInt8.random(in: 0...7, using: &random) })
    }

    private static func pack(_ count: Int) -> Pack {
        Pack(id: "warehouse", engine: 1, levels: (0..<count).map { level($0) })
    }

    /// The releases of both versions differ in as many levels.
    private static func next(_ count: Int, _ version: Int) -> Pack {
        let kept = (0..<count).filter { $0 % 100 != 50 + version }.map { level($0, $0 % 167 == version ? 1 : 0) }
        let added = (0..<count / 100).map { level(count + version * count + $0) }
        return Pack(id: "warehouse", engine: 1, levels: kept + added)
    }
}
