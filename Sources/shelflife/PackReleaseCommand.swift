import ArgumentParser
import Crypto
import Foundation
import ShelfConfiguration
import ShelfModel
import ShelfPacks
import ShelfTerminal
import ShelfWire

/// `shelflife pack release`
struct PackReleaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Point a channel at a pack, in a folder that any web server can serve.",
        discussion: """
            Writes the snapshot, deltas from the last eight releases in the folder, and a signed document, which games ask \
            for. An earlier pack can be released again, which takes the later one back. The document is good for a week; \
            release again before it ends, as by cron, or devices say that their levels may be stale.
            """)

    @Argument(help: "The pack's folder, or a snapshot.", completion: .file())
    var pack: String

    @Option(help: "The folder that the web server has as its root.", completion: .directory)
    var to: String

    @Option(help: "The channel, 1 to 64 of a-z, 0-9 and -.")
    var channel = "stable"

    @Option(
        help: "The file with the signing key; for the first release into an empty folder it is made.",
        completion: .file())
    var key: String

    @Option(help: "For how many of a hundred devices it is, such as 10 or 2.5; the others keep what they have.")
    var percent: Double?

    @Option(help: "For how many days the document is good.")
    var days = 7

    func validate() throws {
        guard (1...3_650).contains(days) else { throw ValidationError("--days is a whole number from 1 to 3650.") }
        if let percent, !(0.01..<100).contains(percent) {
            throw ValidationError("--percent is more than 0 and less than 100; leave it out for all devices.")
        }
        guard Pack.isID(channel) else { throw ValidationError("--channel is 1 to 64 of a-z, 0-9 and -.") }
    }

    func run() throws {
        let (pack, warnings) = try PackSource.read(pack)
        let (root, secret) = (
            URL(filePath: to, directoryHint: .isDirectory).standardizedFileURL.path,
            URL(filePath: key).standardizedFileURL.path
        )
        guard !secret.hasPrefix(root.hasSuffix("/") ? root : root + "/") else {
            throw UsageError(
                "\(key) would be in the web server's folder, where everybody can read it; put it elsewhere")
        }
        guard FileManager.default.fileExists(atPath: key) || !PackSite.hasDocuments(URL(filePath: to)) else {
            throw UsageError(
                """
                there is no key in \(key), and \(to) has releases that another key has signed; games take no others. \
                Give that key, or release into an empty folder to begin with a new one
                """)
        }
        let key = try SigningKeyFile.read(key)
        let document: PackDocument
        do {
            document = try PackSite(URL(filePath: to, directoryHint: .isDirectory), key: key).release(
                pack, on: channel, share: percent.map { Int(($0 * 100).rounded()) },
                goodForMs: Int64(days) * 86_400_000, nowMs: WallClock.now().milliseconds)
        } catch is PackSite.NothingToKeep {
            throw UsageError("\(channel) points at nothing yet, so there is nothing for the other devices")
        } catch let fault as PackFault {
            throw UsageError("\(to): \(fault)")
        }
        let until = RFC3339.text(Instant(milliseconds: document.goodUntilMs))
        Output.print(
            warnings + [
                pack.summary, "snapshot: \(document.release.snapshot.bytes) bytes",
                document.release.deltas.isEmpty
                    ? "no deltas"
                    : "deltas: \(document.release.deltas.map { "\($0.file.bytes)" }.joined(separator: ", ")) bytes",
                "v1/packs/\(pack.id)/\(channel) is good until \(until)",
                "public key: \(PublicKey(key.publicKey))",
            ])
    }
}
