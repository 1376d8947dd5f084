import ShelfModel
import ShelfTesting
import ShelfWire

/// What was said of a store's future, and what its windows have shown since.
struct Promise {
    /// Where a listing is, counted as on the page.
    struct Place: Hashable {
        let position: Int
        let startMs: Int64
    }

    private var witness: Witness
    private var said: [Place: FutureAnswer.Entry] = [:]
    private var saidUntilMs: Int64 = 0
    private var shown: Set<Place> = []
    /// What was in a window and couldn't be opened yet. A short listing is over before the next window.
    private var sealed: [Place: SealedListing] = [:]
    private(set) var looks = 0
    /// What two futures said differently.
    private(set) var contradictions: [String] = []
    /// Listings that were shown otherwise than it was said.
    private(set) var broken: [String] = []

    init(_ witness: Witness) {
        self.witness = witness
    }

    var store: String { witness.store }
    var kept: Int { shown.count - broken.count }

    mutating func hear(_ future: FutureAnswer) {
        looks += 1
        for entry in future.listings {
            let place = Place(position: entry.position, startMs: entry.startMs)
            if let before = said[place], before.isOther(than: entry, mayBeCut: entry.decided) {
                contradictions.append("\(entry) was \(before)")
            }
            if said[place] == nil, looks > 1, entry.endMs <= saidUntilMs { contradictions.append("\(entry) is new") }
            said[place] = entry
        }
        saidUntilMs = max(saidUntilMs, future.untilMs)
    }

    /// Takes note that what starts from `instant` on may be another from now on.
    mutating func forget(from instant: Instant) {
        said = said.filter { $0.key.startMs < instant.milliseconds }
        saidUntilMs = min(saidUntilMs, instant.milliseconds)
    }

    /// Opens what the windows so far let a player open, and compares it.
    mutating func look(at client: InProcessClient) async throws {
        let window = try await witness.look(at: client)
        for listing in window.listings {
            let place = Place(position: listing.position + 1, startMs: listing.start.milliseconds)
            if !shown.contains(place) { sealed[place] = listing }
        }
        for (place, listing) in sealed {
            guard let card = witness.card(of: listing) else { continue }
            sealed[place] = nil
            shown.insert(place)
            // The listings of an offer stand for it together.
            let begins = Place(position: place.position, startMs: card.fromMs ?? place.startMs)
            shown.insert(begins)
            let seen = FutureAnswer.Entry(
                position: place.position, item: card.item, name: card.name, set: card.set, price: card.price,
                currency: card.currency, startMs: begins.startMs, endMs: card.untilMs ?? listing.end.milliseconds,
                decided: true, planned: false)
            if said[begins].map({ seen.isOther(than: $0, mayBeCut: card.untilMs != nil) }) ?? true {
                let due = said[begins].map { "\($0)" } ?? "nothing"
                broken.append("\(place) showed \(seen), and was said to be \(due)")
            }
        }
    }

    /// The listings that were said to start before `instant`, and were not shown.
    func unseen(before instant: Instant) -> [Place] {
        said.keys.filter { $0.startMs < instant.milliseconds && !shown.contains($0) }
    }
}

extension FutureAnswer.Entry {
    /// - Parameter mayBeCut: whether the other may end sooner, because its position goes away.
    fileprivate func isOther(than entry: FutureAnswer.Entry, mayBeCut: Bool = false) -> Bool {
        (item, name, set, price, currency) != (entry.item, entry.name, entry.set, entry.price, entry.currency)
            || (mayBeCut ? endMs < entry.endMs : endMs != entry.endMs)
    }
}
