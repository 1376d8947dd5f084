import ArgumentParser
import Foundation
import ShelfDatabase
import ShelfModel
import ShelfPacks
import ShelfTerminal
import ShelfWire

/// `shelflife pack diff`
struct PackDiff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Say level by level what differs between two versions of a pack.",
        discussion: """
            Each is a pack's folder or a snapshot. The last line tells the size of the delta that turns a game's levels \
            into the new ones; --to writes it.
            """)

    @Argument(help: "The former version.", completion: .file())
    var former: String

    @Argument(help: "The new version.", completion: .file())
    var new: String

    @Option(help: "Write the delta into this file.", completion: .file())
    var to: String?

    func run() throws {
        let (before, after) = (try PackSource.read(former).pack, try PackSource.read(new).pack)
        guard before.id == after.id else {
            throw UsageError(
                "\(former) is the pack \(before.id) and \(new) is \(after.id); a delta is between versions of one pack")
        }
        if let to {
            try PackTarget.check(to)
            let paths = [former, new, to].map { URL(filePath: $0).resolvingSymlinksInPath().path }
            guard !paths.dropLast().contains(paths[2]) else {
                throw UsageError("--to \(to) is one of the two versions; name another file")
            }
        }
        let difference = PackDifference(from: before, to: after)
        let engine = difference.engine.map { ["engine: \($0.before) → \($0.after)"] } ?? []
        let delta = PackDeltaFile.bytes(of: PackDelta(from: before, to: after))
        if let to {
            do { try Data(delta).write(to: URL(filePath: to)) } catch { throw StorageError.explaining(error, at: to) }
        }
        let size = "The delta has \(delta.count) bytes."
        Output.print(
            engine + difference.entries.map { ContentDifferenceAnswer.LevelChange($0).line } + [
                before.content == after.content ? "no difference" : size
            ])
    }
}

extension ContentDifferenceAnswer.LevelChange {
    /// What became of a level, as a person reads it.
    var line: String {
        let (from, to) = (from.map { "\($0)" } ?? "", to.map { "\($0)" } ?? "")
        return switch kind {
        case "added": "+ \(level) at \(to)"
        case "removed": "- \(level) from \(from)"
        case "moved": "> \(level): \(from) → \(to)"
        default: "~ \(level): \(fields.joined(separator: ", "))"
        }
    }
}
