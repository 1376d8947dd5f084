import ArgumentParser
import Foundation
import ShelfDatabase
import ShelfModel
import ShelfPacks
import ShelfTerminal
import ShelfWire

/// `shelflife pack verify`
struct PackVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check that a snapshot or a delta is whole, and what it says that it is.",
        discussion: """
            A snapshot's schema and every row are checked, against the digest of its content. A delta is applied to the \
            release that --from names, in memory.
            """)

    @Argument(help: "A snapshot or a delta.", completion: .file())
    var file: String

    @Option(help: "Of a delta: the pack's folder or snapshot that it was made from.", completion: .file())
    var from: String?

    @Option(help: "The digest that the content must have, 64 hexadecimal digits.")
    var content: String?

    func validate() throws {
        if let content, Hex.decode(content)?.count != 32 {
            throw ValidationError("--content is a SHA-256 in 64 lower-case hexadecimal digits, but is \(content).")
        }
    }

    func run() throws {
        let pack = try pack()
        if let content, Hex.encode(pack.content) != content {
            throw UsageError("\(file) is sound, but its content is \(Hex.encode(pack.content))")
        }
        Output.print("sound: \(pack.summary)")
    }

    private func pack() throws -> Pack {
        let bytes: [UInt8]
        do { bytes = Array(try Data(contentsOf: URL(filePath: file))) } catch {
            throw StorageError.explaining(error, at: file)
        }
        guard PackDeltaFile.isDelta(bytes) else {
            guard from == nil else { throw UsageError("\(file) is no delta, so it isn't made --from anything") }
            return try PackSource.read(file).pack
        }
        guard let from else { throw UsageError("\(file) is a delta; name what it was made --from") }
        let former = try PackSource.read(from).pack
        do throws(PackFault) {
            return try PackDeltaFile.read(bytes).applied(to: former)
        } catch {
            throw UsageError("\(file): \(error)")
        }
    }
}
