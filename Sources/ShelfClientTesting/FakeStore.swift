public import ShelfClient
public import ShelfModel
public import ShelfWire

/// A store without a server, for an app's tests and previews: it shows the cards that it is given, in a time that only
/// the test moves, and sells them or refuses to.
///
///     @MainActor @Test func `a hat can be bought`() async throws {
///         let hat = Card(item: "hat", name: "Hat", set: "clothes", price: 40, currency: "coins")
///         let fake = FakeStore([hat])
///         let store = fake.model
///         store.start()
///         let receipt = try await store.buy(store.shelf.positions[0])
///         #expect(receipt.item == "hat" && store.balance == 960)
///     }
///
/// Give ``model`` to what you test, in place of one that is connected to a server. It shows the cards at once, and
/// whatever the test changes as soon as the call returns. As always, things can be bought only while the model runs.
///
/// In a preview, `Shop(store: FakeStore([hat, cape]).model)` is enough.
@MainActor public final class FakeStore {
    /// The store for your views and your tests' subjects.
    public let model: StoreModel

    private let clock = VirtualClock(at: Instant(milliseconds: 1_800_000_000_000))
    private let till: FakeTill
    private let cards: [Card]
    private let columns: Int
    private let span: TimeSpan
    private var listings: [FakeListing] = []
    /// How many listings there have been.
    private var slots = 0
    /// How many cards have been dealt to each position.
    private var dealt: [Int]

    /// The first cards have been on the shelf for this long, so they can be bought at once.
    private static let headStart = TimeSpan.seconds(1)

    /// A store whose first cards are on sale. When their time is over, each position shows the next one: the cards are
    /// dealt in the given order, and after the last comes the first again.
    ///
    /// - Parameters:
    ///   - cards: at least one.
    ///   - positions: how many positions the shelf has; by default one for each card, each of which shows the same card
    ///     again and again.
    ///   - columns: how many positions to a row when drawn as a grid.
    ///   - span: for how long each card is on sale. One second of the first cards' time has passed already.
    ///   - balance: what the player has of each currency that a card names, and of coins and gems, in its smallest unit.
    public init(
        _ cards: [Card], positions: Int? = nil, columns: Int = 2, each span: TimeSpan = .minutes(1),
        balance: Int64 = 1000
    ) {
        precondition(!cards.isEmpty, "A fake store needs a card to show.")
        precondition(span > Self.headStart, "A fake store's cards must be on sale for more than a second.")
        let count = positions ?? cards.count
        (self.cards, self.columns, self.span) = (cards, columns, span)
        dealt = Array(repeating: 0, count: count)
        till = FakeTill(clock: clock, currencies: cards.map(\.currency), balance: balance)
        let description = StoreDescription(
            id: "main", title: "Fake store", positions: count, columns: columns, leadMs: 0,
            currency: cards[0].currency, publicKey: till.publicKey.description, theme: .plain)
        model = StoreModel(
            fake: description, publicKey: till.publicKey, trade: till.transport, localClock: clock.local)
        let start = now - Self.headStart
        for position in 0..<count { listings.append(deal(at: position, from: start)) }
        show()
    }

    /// The store's time, which stands still until ``advance(by:)``.
    public var now: Instant { clock.now }

    /// Lets time pass. When it returns, the model shows what is on the shelf then.
    public func advance(by span: TimeSpan) {
        clock.advance(by: span)
        for position in listings.indices {
            while listings[position].listing.end <= now {
                listings[position] = deal(at: position, from: listings[position].listing.end)
            }
        }
        show()
    }

    /// Lets time pass as it does outside, until the task is cancelled, for previews that move.
    ///
    ///     Shop(store: fake.model).task { await fake.letTimePass() }
    public func letTimePass() async {
        while (try? await Task.sleep(for: .milliseconds(100))) != nil { advance(by: .milliseconds(100)) }
    }

    /// Begins another listing at a position, with a card of your choice. After it the others are dealt again.
    ///
    /// - Parameters:
    ///   - card: what is on sale from now on.
    ///   - position: counted from 0.
    ///   - span: for how long; by default as long as every card.
    public func show(_ card: Card, at position: Int, for span: TimeSpan? = nil) {
        listings[position] = list(card, at: position, from: now, for: span ?? self.span)
        show()
    }

    /// Takes what stands at a position off sale, for good.
    ///
    /// - Parameter position: counted from 0.
    public func withdraw(at position: Int) {
        listings[position].isWithdrawn = true
        show()
    }

    /// Says that every copy of the edition of what stands at a position is sold.
    ///
    /// - Parameter position: counted from 0.
    public func sellOut(at position: Int) {
        listings[position].isSoldOut = true
        show()
    }

    /// Hides the card at a position, as if its key hadn't come. The position's next card is open again.
    ///
    /// - Parameter position: counted from 0.
    public func seal(at position: Int) {
        listings[position].shownSince = nil
        show()
    }

    /// Shows the card that ``seal(at:)`` has hidden, as if its key had come late.
    ///
    /// - Parameter position: counted from 0.
    public func unseal(at position: Int) {
        guard listings[position].shownSince == nil else { return }
        listings[position].shownSince = now
        show()
    }

    /// Refuses every purchase for this reason from now on; `nil` sells again.
    ///
    /// Without it the store sells as a real one does: not for more than the wallet holds, and no more copies than an
    /// edition has. A reason that passes, such as `unavailable`, makes the SDK ask again, after a while of the store's
    /// time.
    public var refusal: Problem.Code? {
        get { till.refusal }
        set { till.refusal = newValue }
    }

    /// Everything that was bought, in its order.
    public var sold: [Receipt] { till.sold }

    /// What each transaction given to `StoreModel.topUp(signedTransaction:)` is worth, in the first card's currency.
    public nonisolated static let topUp: Int64 = 100

    /// Whether the server can be reached. While it can't, a purchase waits, so the test sees how that is drawn; it goes
    /// on when the connection is `live` again.
    public var connection = StoreStatus.Connection.live {
        didSet {
            till.isReachable.value = connection == .live
            show()
        }
    }

    /// What is wrong; `nil` when nothing is. While the store is `gone` or `unknownStore`, the shelf is empty.
    public var problem: StoreProblem? {
        didSet { show() }
    }

    private func deal(at position: Int, from start: Instant) -> FakeListing {
        let number = position + dealt[position] * dealt.count
        dealt[position] += 1
        return list(cards[number % cards.count], at: position, from: start, for: span)
    }

    private func list(_ card: Card, at position: Int, from start: Instant, for span: TimeSpan) -> FakeListing {
        slots += 1
        let listing = FakeListing(card, slot: slots, position: position, start: start, end: start + span)
        till.offer(listing)
        return listing
    }

    private var isClosed: Bool {
        switch problem {
        case .gone, .unknownStore: true
        default: false
        }
    }

    private func show() {
        model.clock.follow(clock.estimate)
        let shown = isClosed ? [] : listings
        let shelf = Shelf(
            positions: shown.map { $0.look(at: now) }, columns: columns, instant: now,
            nextChange: shown.compactMap { Playback.nextTurn(of: $0.listing, after: now) }.min())
        let status = StoreStatus(
            clock: model.clock.reading(), connection: connection, problem: problem, windowEnd: now + .minutes(10),
            isSealed: true)
        model.show(shelf, status)
    }
}
