import Crypto
package import ShelfDatabase
package import ShelfModel
import ShelfPacks
import ShelfWire
import Synchronization

/// All releases of packs and all channels, in memory, and the signed documents of channels.
package final class PackBook: Sendable {
    private struct State {
        var shelf = PackShelf()
        var key: Curve25519.Signing.PrivateKey?
        var readings = 0
        /// By pack and address, as long as nothing changes.
        var documents: [[String]: SignedDocument] = [:]
    }

    private struct SignedDocument {
        let goodUntil: Instant
        let bytes: [UInt8]
    }

    private let database: any PackDatabase
    private let state = Mutex(State())
    private let work = SerialWork()
    /// How many moves were read last.
    private let followed = Mutex<Int64?>(nil)

    package init(database: any PackDatabase) {
        self.database = database
    }

    /// Reads all again. One reading follows another, so that what was read later stays.
    package func load() async throws {
        try await work.run {
            let stored = try await database.packs()
            let key = try stored.contentSeed.map { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
            state.withLock { $0 = State(shelf: PackShelf(stored), key: key, readings: $0.readings + 1) }
            followed.withLock { $0 = Int64(stored.moves.count) }
        }
    }

    /// Reads all again when another server has moved a channel.
    ///
    /// - Returns: whether it did.
    func follow(_ news: News) async throws -> Bool {
        guard followed.withLock({ $0 != news.packMoves }) else { return false }
        try await load()
        return true
    }

    package var shelf: PackShelf { state.withLock { $0.shelf } }

    /// How often all was read. While it stays the same, so does everything else.
    package var readings: Int { state.withLock { $0.readings } }

    /// The key that apps are built with; `nil` while none was needed.
    package var publicKey: String? { state.withLock { $0.key }.map { "\(PublicKey($0.publicKey))" } }

    /// How long a document is good at least, and how often it is signed anew.
    private static let (good, renewed) = (TimeSpan.days(7), TimeSpan.days(1))

    /// The signed document of a channel: the same bytes on every server until the day ends, or the channel is moved.
    ///
    /// - Parameter address: the channel's name, or the word of one that isn't public.
    /// - Returns: `nil` when nothing is reached by this address.
    package func document(of pack: String, at address: String, now: Instant) throws -> [UInt8]? {
        try state.withLock { state in
            guard let key = state.key, let channel = state.shelf.channel(of: pack, at: address) else { return nil }
            let day = now.milliseconds / Self.renewed.milliseconds
            let goodUntil = Instant(milliseconds: (day + 1) * Self.renewed.milliseconds) + Self.good
            if let made = state.documents[[pack, address]], made.goodUntil == goodUntil { return made.bytes }
            guard let document = state.shelf.document(of: channel, goodUntil: goodUntil) else { return nil }
            let bytes = try document.signed(by: key)
            state.documents[[pack, address]] = SignedDocument(goodUntil: goodUntil, bytes: bytes)
            return bytes
        }
    }
}
