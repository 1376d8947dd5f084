import Foundation
import ShelfModel
import Testing

/// `Tests/Vectors/zones.json`: files of zones, and what another reader of them says; the desk is held to it, too.
struct ZoneVectors: Decodable {
    let zones: [Vector]

    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        /// In Base64.
        let file: Data
        let first: Int64
        /// Pairs of an instant and the offset from then on, as all that follow are pairs.
        let changes: [[Int64]]
        let offsets: [[Int64]]
        /// Local times and instants.
        let locals: [[Int64]]
        /// Days since 1970, and how long they are.
        let days: [[Int64]]

        var testDescription: String { name }

        var bytes: [UInt8] { [UInt8](file) }
        var zone: Zone { try! Zone(name: name, ZoneFile(bytes)) }
    }

    static let all: [Vector] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/zones.json")
        return try! JSONDecoder().decode(ZoneVectors.self, from: Data(contentsOf: file)).zones
    }()

    static subscript(name: String) -> Vector { all.first { $0.name == name }! }
}

extension Zone {
    static let berlin = ZoneVectors["Europe/Berlin"].zone
    static let sydney = ZoneVectors["Australia/Sydney"].zone
    static let lordHowe = ZoneVectors["Australia/Lord_Howe"].zone
    static let casablanca = ZoneVectors["Africa/Casablanca"].zone
    static let saoPaulo = ZoneVectors["America/Sao_Paulo"].zone
}
