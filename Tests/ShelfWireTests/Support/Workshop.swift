import Crypto
import ShelfModel
import ShelfWire

/// Makes chains, cards and windows for tests, right ones and, with the right key, wrong ones.
struct Workshop {
    static let issuedAt = Instant(milliseconds: 1_800_000_240_000)
    static let signing = try! Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32))

    var chain = Workshop.chain(1)
    var header: [String: Any]
    var records: [WindowRecord]

    /// Two positions, three listings each, all of one chain.
    init() {
        let (chain, top) = (Self.chain(1), Self.top(1))
        let spans = [(0, 100, 300), (0, 400, 300), (0, 700, 200), (1, 200, 100), (1, 300, 400), (1, 700, 300)]
        records = spans.map { Self.record(chain, top, position: $0.0, slot: $0.1, seconds: $0.2) }
            .sorted(by: WindowRecord.precedes)
        header = Self.header(chain, top, positions: 2)
    }

    /// A chain of an hour that began four minutes before ``issuedAt``.
    static func chain(_ number: UInt8, epochMs: Int64 = 1_800_000_000_000, slots: Int = 3600, leadMs: Int64 = 300)
        -> Chain
    {
        let id = ChainID(bytes: [UInt8](repeating: number, count: 16))!
        let anchor = top(number).descended(in: id, from: slots, to: 0)
        return Chain(id: id, epochMs: epochMs, slots: slots, anchor: anchor, leadMs: leadMs)
    }

    static func top(_ number: UInt8) -> ChainKey { ChainKey(bytes: [UInt8](repeating: number &+ 100, count: 32))! }

    static func key(_ number: UInt8, slot: Int, slots: Int = 3600) -> ChainKey {
        top(number).descended(in: chain(number, slots: slots).id, from: slots, to: slot)
    }

    static func released(_ number: UInt8, slot: Int) -> ReleasedKey {
        ReleasedKey(chain: chain(number).id, slot: slot, key: key(number, slot: slot))
    }

    static func record(
        _ chain: Chain, _ top: ChainKey, position: Int, slot: Int, seconds: Int, card: Card? = nil
    ) -> WindowRecord {
        let key = top.descended(in: chain.id, from: chain.slots, to: min(slot, chain.slots))
        let card = card ?? Card(item: "i\(slot)", name: "Item \(slot)", set: "s", price: Int64(slot), currency: "coins")
        let seal = CardSeal(chain: chain.id, slot: slot, position: position, revision: 0, seconds: seconds)
        let sealed = try! seal.seal(card.plaintext(cardBytes: 128), with: key)
        return WindowRecord(
            chain: 0, position: position, revision: 0, slot: slot, seconds: seconds, sealed: sealed)
    }

    /// What JSON a header of these has, to be changed by tests before it is signed.
    static func header(
        _ chain: Chain, _ top: ChainKey, positions: Int, later: TimeSpan = .zero
    ) -> [String: Any] {
        let issuedAtMs = (issuedAt + later).milliseconds
        let slot = chain.newestReleased(at: issuedAt + later)!
        let key = Base64URL.encode(top.descended(in: chain.id, from: chain.slots, to: slot).bytes)
        return [
            "store": "main", "sequence": issuedAtMs / 60_000, "previous": WindowHeader.noPrevious,
            "issuedAtMs": issuedAtMs, "fromMs": issuedAtMs, "untilMs": issuedAtMs + 600_000, "positions": positions,
            "columns": 1, "cardBytes": 128, "count": 6, "chains": [json(chain)],
            "released": [["chain": "\(chain.id)", "slot": slot, "key": key]],
        ]
    }

    static func json(_ chain: Chain) -> [String: Any] {
        [
            "id": "\(chain.id)", "epochMs": chain.epochMs, "slots": chain.slots,
            "anchor": Base64URL.encode(chain.anchor.bytes), "leadMs": chain.leadMs,
        ]
    }
}
