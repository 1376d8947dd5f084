import ShelfModel
import ShelfVault
import Testing

@Suite struct ColumnSealsTests {
    private static let day = Instant(milliseconds: 1_790_000_000_000)
    private static let seed = SealedColumn("store", "signing_seed", key: [.text("main")], at: day)
    private static let secret = [UInt8](1...32)

    private static func keys(_ bytes: [UInt32: UInt8]) throws -> SealingKeys {
        let keys = SealingKeys()
        try keys.add(bytes.mapValues { [UInt8](repeating: $0, count: 32) })
        return keys
    }

    private static func seals(_ bytes: [UInt32: UInt8] = [1: 7]) throws -> ColumnSeals { .sealed(try keys(bytes)) }

    @Test func `A value opens in its column and row, and is never written twice alike`() throws {
        let seals = try Self.seals()
        let (first, second) = try (
            seals.seal(Self.secret, for: Self.seed), seals.seal(Self.secret, for: Self.seed)
        )
        #expect(first != second && first.count == Self.secret.count + 37)
        #expect(try Self.seals().open(first, of: Self.seed) == Self.secret)
        #expect(try seals.open(try seals.seal("kite", for: Self.seed), of: Self.seed) == "kite")
    }

    @Test(arguments: ["", "kite", "a sword of sixty-three letters, which fills its place but for 1", "günstig"])
    func `A text's length doesn't tell which of a few it is`(text: String) throws {
        let seals = try Self.seals()
        let sealed = try seals.seal(text, for: Self.seed)
        #expect(try sealed.count == seals.seal("x", for: Self.seed).count && seals.open(sealed, of: Self.seed) == text)
    }

    @Test(arguments: [
        SealedColumn("store", "schedule_seed", key: [.text("main")], at: day),
        SealedColumn("stores", "igning_seed", key: [.text("main")], at: day),
        SealedColumn("store", "signing_seed", key: [.text("other")], at: day),
        SealedColumn("store", "signing_seed", key: [.bytes(Array("main".utf8))], at: day),
        SealedColumn("store", "signing_seed", key: [.text("ma"), .text("in")], at: day),
    ])
    func `It doesn't open in another column or row`(other: SealedColumn) throws {
        let seals = try Self.seals()
        let sealed = try seals.seal(Self.secret, for: Self.seed)
        #expect(throws: SealingError.damaged(column: "\(other.table).\(other.name)")) {
            try seals.open(sealed, of: other)
        }
    }

    @Test func `A changed byte is noticed, wherever it is`() throws {
        let seals = try Self.seals()
        let sealed = try seals.seal(Self.secret, for: Self.seed)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: SealingError.self) { try seals.open(changed, of: Self.seed) }
        }
        for length in sealed.indices {
            #expect(throws: SealingError.self) { try seals.open(Array(sealed.prefix(length)), of: Self.seed) }
        }
    }

    @Test func `What isn't sealed is refused`() throws {
        let seals = try Self.seals()
        #expect(throws: SealingError.notSealed(column: "store.signing_seed")) {
            try seals.open(Self.secret, of: Self.seed)
        }
        #expect(throws: SealingError.notSealed(column: "store.signing_seed")) { try seals.open("kite", of: Self.seed) }
    }

    @Test func `Another vault's key, and a key that is missing, are told apart`() throws {
        let sealed = try Self.seals().seal(Self.secret, for: Self.seed)
        #expect(throws: SealingError.damaged(column: "store.signing_seed")) {
            try Self.seals([1: 8]).open(sealed, of: Self.seed)
        }
        #expect(throws: SealingError.missingKey(1)) { try Self.seals([2: 7]).open(sealed, of: Self.seed) }
    }

    @Test func `A newer key seals once it is told to, and both open`() throws {
        let keys = try Self.keys([1: 7])
        let seals = ColumnSeals.sealed(keys)
        let old = try seals.seal(Self.secret, for: Self.seed)
        try keys.add([1: [UInt8](repeating: 7, count: 32), 2: [UInt8](repeating: 8, count: 32)])
        #expect(throws: WrappingKeyError.changed(1)) { try keys.add([1: [UInt8](repeating: 9, count: 32)]) }
        #expect(SealedValue.wrappingKey(of: try seals.seal(Self.secret, for: Self.seed)) == 1)
        keys.seal(with: 2)
        let new = try seals.seal(Self.secret, for: Self.seed)
        #expect(SealedValue.wrappingKey(of: new) == 2)
        #expect(try seals.open(old, of: Self.seed) == Self.secret && seals.open(new, of: Self.seed) == Self.secret)
    }

    @Test func `Without a vault all is as it was, and while it is locked nothing is read or written`() throws {
        #expect(try ColumnSeals.none.seal(Self.secret, for: Self.seed) == Self.secret)
        #expect(try ColumnSeals.none.open("kite", of: Self.seed) == "kite")
        let (locked, sealed) = (ColumnSeals.sealed(SealingKeys()), try Self.seals().seal("kite", for: Self.seed))
        #expect(throws: SealingError.locked) { try locked.seal(Self.secret, for: Self.seed) }
        #expect(throws: SealingError.locked) { try locked.open(sealed, of: Self.seed) }
    }

    @Test func `A vault's wrapping keys are drawn with the next number, and a malformed one is told`() throws {
        var vault = Vault()
        try vault.add("desk", "x")
        #expect(try vault.addWrappingKey() == 1 && vault.addWrappingKey() == 2)
        let keys = try vault.wrappingKeys
        #expect(keys.count == 2 && keys[1] != keys[2] && keys.values.allSatisfy { $0.count == 32 })
        try vault.replace("wrapping-key-2", "short")
        #expect(throws: WrappingKeyError.malformed(2)) { try vault.wrappingKeys }
    }

    @Test(arguments: [("wrapping-key-1", 1), ("wrapping-key-01", nil), ("wrapping-key-0", nil), ("desk", nil)])
    func `Wrapping keys are known by their names`(name: String, number: UInt32?) {
        #expect(WrappingKey.number(of: name) == number)
    }
}
