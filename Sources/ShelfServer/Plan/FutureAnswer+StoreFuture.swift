import ShelfEngine
import ShelfModel
import ShelfWire

extension FutureAnswer {
    init(_ future: StoreFuture, listings: [Entry]) {
        self.init(
            store: future.store.id, title: future.store.title, currency: future.store.currency,
            zone: ZoneMessage(future.store.rules.zone), askedAtMs: future.askedAt.milliseconds,
            fromMs: future.span.lowerBound.milliseconds, untilMs: future.span.upperBound.milliseconds,
            keptFromMs: future.keptFrom.milliseconds, decidedUntilMs: future.decidedUntil.milliseconds,
            nothingToShowMs: future.nothingToShow?.milliseconds,
            coming: future.coming.map {
                Coming(
                    version: $0.version.number, fromMs: $0.version.from.milliseconds,
                    drawsFromMs: $0.drawsFrom.milliseconds)
            },
            closesMs: future.closes?.milliseconds, listings: listings, passed: future.passed.map(Passed.init))
    }
}

extension FutureAnswer.Passed {
    fileprivate init(_ span: StoreFuture.Passed) {
        self.init(
            appearance: span.planned.appearance, item: span.planned.item, name: span.name,
            position: span.planned.position.map { $0 + 1 }, startMs: span.planned.start.milliseconds,
            endMs: span.planned.end.milliseconds)
    }
}

extension FutureAnswer.Entry {
    init(_ entry: StoreFuture.Entry) {
        self.init(
            position: entry.position + 1, item: entry.card.item, name: entry.card.name, set: entry.card.set,
            price: entry.card.price, currency: entry.card.currency, startMs: entry.start.milliseconds,
            endMs: entry.end.milliseconds, decided: entry.isDecided, planned: entry.appearance != nil,
            appearance: entry.appearance, master: entry.master.map { Hex.encode($0) }, withdrawn: entry.isWithdrawn)
    }
}
