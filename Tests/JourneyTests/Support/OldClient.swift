import ShelfConfiguration
import ShelfModel
import ShelfTesting
import ShelfWire

/// A client of the first design: it reads the file for old clients now and then and plays it back.
struct OldClient {
    struct Listing: Hashable, Decodable {
        let position: Int
        let item: String
        let name: String
        let price: Int64
        let start: Int64
        let end: Int64
        let withdrawn: Bool
    }

    private struct File: Decodable {
        let issued: Int64
        let listings: [Listing]
    }

    let store: String
    let key: LegacyKey
    /// How often it reads the file. Its listings reach ten minutes ahead.
    let every: TimeSpan
    private var file: File?

    init(store: String, key: LegacyKey, every: TimeSpan) {
        self.store = store
        self.key = key
        self.every = every
    }

    /// The minute of the file that it plays back.
    var issued: Instant? { file.map { Instant(milliseconds: $0.issued * 1000) } }

    /// Reads the file if it is time to.
    mutating func follow(_ server: VirtualServer) async throws {
        if let issued, server.time.now < issued + every { return }
        let answer = try await server.client.send(RequestTarget.legacy(store: store).path)
        guard let json = LegacyText.json(in: answer.body, key) else { return }
        file = try WireJSON.decode(File.self, Array(json.utf8))
    }

    /// What it shows at a position.
    func listing(at position: Int, _ instant: Instant) -> Listing? {
        let second = instant.milliseconds / 1000
        return file?.listings.first { $0.position == position && ($0.start..<$0.end).contains(second) }
    }
}
