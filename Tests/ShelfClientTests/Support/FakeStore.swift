import Crypto
import ShelfModel
import ShelfWire

/// A store with a shelf that is easy to foresee: position p changes each minute, 10 p + 1 seconds after it.
struct FakeStore {
    static let epoch = Instant(milliseconds: 1_800_000_000_000)

    let id: String
    var positions: Int
    let secret: AppSecret?
    let chain: Chain
    private let incarnation: Instant?
    private let keys: [ChainKey]
    private let signing: Curve25519.Signing.PrivateKey

    init(
        _ id: String = "main", leadMs: Int64 = 300, positions: Int = 4, secret: AppSecret? = nil, signer: UInt8 = 1,
        incarnation: Instant? = nil
    ) {
        // Each incarnation has chains of its own.
        let name = ChainID(bytes: Array(repeating: incarnation == nil ? 7 : 8, count: 16))!
        let top = ChainKey(bytes: Array(repeating: 9, count: 32))!
        var walk = KeyWalk(chain: name, key: top, slot: 7200)
        var keys = [top]
        for slot in (0..<7200).reversed() {
            walk.descend(to: slot)
            keys.append(walk.key)
        }
        self.keys = keys.reversed()
        (self.id, self.positions, self.secret, self.incarnation) = (id, positions, secret, incarnation)
        chain = Chain(id: name, epochMs: Self.epoch.milliseconds, slots: 7200, anchor: self.keys[0], leadMs: leadMs)
        signing = try! Curve25519.Signing.PrivateKey(rawRepresentation: Array(repeating: signer, count: 32))
    }

    var publicKey: PublicKey { PublicKey(signing.publicKey) }

    var description: StoreDescription {
        StoreDescription(
            id: id, title: id, positions: positions, columns: 2, leadMs: chain.leadMs, currency: "coins",
            publicKey: publicKey.description, theme: .plain)
    }

    func name(position: Int, slot: Int) -> String { "item \(position) from \(slot)" }

    /// The window of a minute, counted from the epoch.
    func window(
        minute: Int, store: String? = nil, withdrawn: [WithdrawnPlace] = [],
        edit: (inout [WindowRecord]) -> Void = { _ in }
    ) throws -> WindowFile {
        let issued = Self.epoch + .minutes(minute)
        var records = records(touching: issued..<issued + .minutes(12))
        edit(&records)
        let newest = chain.newestReleased(at: issued).map(released)
        let header = WindowHeader(
            store: store ?? id, previous: WindowHeader.noPrevious, incarnation: incarnation, issuedAt: issued,
            until: issued + .minutes(12),
            positions: (records.map(\.position).max() ?? 0) + 1, columns: 2, cardBytes: 256,
            count: records.count, chains: [chain],
            released: newest.map { [$0] } ?? [], withdrawn: withdrawn)
        return try WindowFile(header: header, records: records, key: signing)
    }

    /// The number of the window that a server would serve at `instant`.
    func sequence(at instant: Instant) -> Int64 { WindowHeader.sequence(at: instant) }

    /// The window that a server would serve at `instant`.
    func window(at instant: Instant) throws -> WindowFile {
        try window(minute: Int((instant - Self.epoch).milliseconds / 60_000))
    }

    /// - Parameter offer: from which slot to which the offer lasts that the listing is a part of.
    func record(
        position: Int, slot: Int, revision: Int = 0, name: String? = nil, offer: Range<Int>? = nil
    ) -> WindowRecord {
        let card = Card(
            item: offer == nil ? "i\(slot)" : "i\(offer!.lowerBound)",
            name: name ?? self.name(position: position, slot: slot), set: "s", price: 5, currency: "coins",
            fromMs: offer.map { chain.start(of: $0.lowerBound).milliseconds },
            untilMs: offer.map { chain.start(of: $0.upperBound).milliseconds })
        let seal = CardSeal(chain: chain.id, slot: slot, position: position, revision: revision, seconds: 60)
        return WindowRecord(
            chain: 0, position: position, revision: revision, slot: slot, seconds: 60,
            sealed: try! seal.seal(card.plaintext(cardBytes: 256), with: keys[slot]))
    }

    func released(_ slot: Int) -> ReleasedKey {
        guard let secret else { return ReleasedKey(chain: chain.id, slot: slot, key: keys[slot]) }
        let box = try! KeyBox.seal(keys[slot], slot: slot, chain: chain.id, secret: secret)
        return ReleasedKey(chain: chain.id, slot: slot, box: box)
    }

    /// A receipt that this store's key proves.
    func sign(_ receipt: Receipt) -> SignedReceipt { try! SignedReceipt(receipt, key: signing) }

    /// A notice that a listing is withdrawn.
    func withdrawal(position: Int, slot: Int, revision: Int = 0, store: String? = nil) -> SignedNotice {
        closing(position: position, slot: slot, revision: revision, store: store, kind: .withdrawn)
    }

    /// A notice that the edition of a listing is sold out.
    func soldOut(position: Int, slot: Int) -> SignedNotice {
        closing(position: position, slot: slot, revision: 0, store: nil, kind: .soldOut)
    }

    private func closing(
        position: Int, slot: Int, revision: Int, store: String?, kind: Notice.Kind
    ) -> SignedNotice {
        let notice = Notice(
            store: store ?? id, chain: chain.id, slot: slot, position: position, revision: revision, kind: kind)
        return try! SignedNotice(notice, key: signing)
    }

    /// A notice that a listing has another card.
    func replacement(
        position: Int, slot: Int, revision: Int = 1, name: String = "another", seconds: Int = 60, store: String? = nil,
        sealed: [UInt8]? = nil
    ) -> SignedNotice {
        let sealed = sealed ?? record(position: position, slot: slot, revision: revision, name: name).sealed
        let notice = Notice(
            store: store ?? id, chain: chain.id, slot: slot, position: position, revision: revision,
            kind: .replaced(seconds: seconds, sealed: sealed))
        return try! SignedNotice(notice, key: signing)
    }

    /// The window of a minute in which one listing has this revision.
    func window(minute: Int, position: Int, slot: Int, revision: Int, name: String = "another") throws -> WindowFile {
        try window(minute: minute) { records in
            let index = records.firstIndex { $0.position == position && $0.slot == slot }!
            records[index] = record(position: position, slot: slot, revision: revision, name: name)
        }
    }

    /// The window of a minute in which the listings of position 0 between two slots are one offer.
    func window(minute: Int, offer: Range<Int>, withdrawn: [WithdrawnPlace] = []) throws -> WindowFile {
        try window(minute: minute, withdrawn: withdrawn) { records in
            for index in records.indices where records[index].position == 0 && offer.contains(records[index].slot) {
                records[index] = record(position: 0, slot: records[index].slot, name: "ring", offer: offer)
            }
        }
    }

    /// The first slot after `slot` at which a listing starts.
    func nextStart(after slot: Int) -> Int {
        (slot + 1...slot + 60).first { next in (0..<positions).contains { (next - 10 * $0 - 1) % 60 == 0 } }!
    }

    private func records(touching span: Range<Instant>) -> [WindowRecord] {
        (0..<positions).flatMap { position in
            stride(from: 10 * position + 1, to: 7200, by: 60).filter {
                chain.start(of: $0) < span.upperBound && chain.start(of: $0 + 60) > span.lowerBound
            }.map { record(position: position, slot: $0) }
        }
    }
}
