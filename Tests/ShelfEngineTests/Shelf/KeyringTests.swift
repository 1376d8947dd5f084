import ShelfDatabase
import ShelfModel
import ShelfEngine
import ShelfTesting
import ShelfWire
import Testing

struct KeyringTests {
    private let keyring = Keyring()
    private let epoch = Fixtures.start

    private func keep(secret: AppSecret? = nil, lead: TimeSpan = .milliseconds(300)) throws -> Chain {
        let secretChain = SecretChain(
            plan: ChainPlan(store: "main", epoch: epoch), lead: lead, secret: secret, randomness: .seeded(1))
        return try keyring.keep(secretChain.stored(for: "main"))
    }

    @Test func `a key is given out when it is due and not a millisecond before`() throws {
        let chain = try keep()
        for slot in [1, 2, 299, 300, 301, 43_200, chain.slots] {
            let due = chain.release(of: slot)
            #expect(keyring.release(chain.id, slot: slot, earliest: due - .milliseconds(1)) == nil)
            #expect(keyring.release(chain.id, slot: slot, earliest: due)?.slot == slot)
        }
    }

    @Test func `a slot that doesn't exist is not given out however late it is`() throws {
        let chain = try keep()
        for slot in [Int.min, -1, 0, chain.slots + 1, Int.max] {
            #expect(keyring.release(chain.id, slot: slot, earliest: .distantFuture) == nil)
        }
        #expect(
            keyring.release(ChainID(bytes: [UInt8](repeating: 0, count: 16))!, slot: 1, earliest: .distantFuture) == nil
        )
        #expect(keyring.release(chain.id, slot: 1, of: "other", earliest: .distantFuture) == nil)
    }

    @Test func `every key hashes down to the one before it and the first to the anchor`() throws {
        let chain = try keep()
        let keys = try (1...1200).map { slot in
            try #require(keyring.release(chain.id, slot: slot, earliest: .distantFuture)?.key)
        }
        #expect(keys[0].descended(in: chain.id, from: 1, to: 0) == chain.anchor)
        for slot in 2...1200 {
            #expect(keys[slot - 1].descended(in: chain.id, from: slot, to: slot - 1) == keys[slot - 2])
        }
    }

    @Test
    func `cards that are sealed together come out as they would one by one, and an unknown chain stops them all`()
        throws
    {
        let chain = try keep()
        let slots = [7, 43_000, 299, 300, 301, 300, 1, chain.slots]
        let cards = slots.enumerated().map { position, slot in
            (
                plaintext: [UInt8](repeating: UInt8(position), count: 64),
                seal: CardSeal(chain: chain.id, slot: slot, position: position, revision: 0, seconds: 60)
            )
        }
        let sealed = try keyring.seal(cards)
        for (card, bytes) in zip(cards, sealed) {
            #expect(try keyring.seal(card.plaintext, as: card.seal) == bytes)
            let key = try #require(keyring.release(chain.id, slot: card.seal.slot, earliest: .distantFuture)?.key)
            #expect(card.seal.open(bytes, with: key) == card.plaintext)
        }
        let unknown = CardSeal(
            chain: ChainID(bytes: [UInt8](repeating: 0, count: 16))!, slot: 1, position: 0, revision: 0, seconds: 60)
        #expect(throws: Keyring.UnknownChain.self) { try keyring.seal(cards + [([1], unknown)]) }
    }

    @Test func `keys are the same whatever was asked for before`() throws {
        let chain = try keep()
        let slots = [600, 1, 601, 300, 301, 299, 600, 43_200, 2, chain.slots, 899, 900, 901]
        for slot in slots {
            let key = try #require(keyring.release(chain.id, slot: slot, earliest: .distantFuture)?.key)
            #expect(key.descended(in: chain.id, from: slot, to: 0) == chain.anchor)
        }
    }

    @Test func `the newest key is the last that is due, also after the chain's end`() throws {
        let chain = try keep()
        #expect(keyring.newest(of: chain.id, earliest: chain.release(of: 1) - .milliseconds(1)) == nil)
        #expect(keyring.newest(of: chain.id, earliest: chain.release(of: 7) + .milliseconds(999))?.slot == 7)
        #expect(keyring.newest(of: chain.id, earliest: chain.end + .hours(3))?.slot == chain.slots)
    }

    @Test func `with an app secret a key leaves in its box only`() throws {
        let chain = try keep(secret: Fixtures.appSecret, lead: .minutes(10))
        let released = try #require(keyring.release(chain.id, slot: 1, earliest: epoch))
        #expect(released.key == nil)
        #expect(released.opened(with: Fixtures.appSecret)?.descended(in: chain.id, from: 1, to: 0) == chain.anchor)
        #expect(released.opened(with: nil) == nil)
    }

    @Test func `a sealed card opens with the key of its slot`() throws {
        let chain = try keep()
        let seal = CardSeal(chain: chain.id, slot: 450, position: 3, revision: 0, seconds: 60)
        let plaintext = [UInt8](repeating: 4, count: 256)
        let sealed = try keyring.seal(plaintext, as: seal)
        let key = try #require(keyring.release(chain.id, slot: 450, earliest: .distantFuture)?.key)
        #expect(seal.open(sealed, with: key) == plaintext)
        #expect(throws: Keyring.UnknownChain.self) {
            try keyring.seal(plaintext, as: CardSeal(chain: chain.id, slot: 0, position: 0, revision: 0, seconds: 1))
        }
    }

    @Test func `a damaged chain is refused`() throws {
        let stored = SecretChain(
            plan: ChainPlan(store: "main", epoch: epoch), lead: .milliseconds(300), secret: nil, randomness: .seeded(1)
        ).stored(for: "main")
        let cut = StoredChain(
            id: stored.id, store: stored.store, epoch: stored.epoch, slots: stored.slots, lead: stored.lead,
            appSecret: nil, spacing: stored.spacing, checkpoints: Array(stored.checkpoints.dropLast(32)))
        #expect(throws: Keyring.DamagedChain.self) { try keyring.keep(cut) }
    }

    @Test func `a finished chain is forgotten when told so, a running one is not`() throws {
        let chain = try keep()
        keyring.forget(endedBefore: chain.end)
        #expect(keyring.newest(of: chain.id, earliest: .distantFuture) != nil)
        keyring.forget(endedBefore: chain.end + .milliseconds(1))
        #expect(keyring.newest(of: chain.id, earliest: .distantFuture) == nil)
    }

    @Test(arguments: ["main", "bazaar", "vintage", "a"])
    func `chains settle on the store's own time of day and are never short`(store: String) {
        var plan = ChainPlan(store: store, epoch: epoch)
        var ends: [Int64] = []
        for _ in 0..<5 {
            #expect((43_200...86_400).contains(plan.slots))
            let end = plan.epoch + .seconds(plan.slots)
            ends.append((end - end.floored(to: .days(1))).wholeSeconds)
            plan = ChainPlan(store: store, epoch: end)
        }
        #expect(Set(ends.suffix(3)).count == 1)
    }

    @Test func `stores hand over at different times of day`() {
        let ends = (0..<100).map { number in
            let plan = ChainPlan(store: "store-\(number)", epoch: epoch.floored(to: .days(1)))
            return Int64(plan.slots) % 86_400 / 3600
        }
        #expect(Set(ends).count > 6)
    }
}
