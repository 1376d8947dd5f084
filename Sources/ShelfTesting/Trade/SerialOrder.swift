package import ShelfDatabase

/// Looks for an order in which calls that were made at once could have been made one after the other.
///
/// Nobody knows beforehand in which order a shop takes them, but purchases and journal entries are numbered as they
/// come, and a call that was answered before another began comes first. The plain model is asked at each step: a
/// call may be the next only if the model says just what was answered, numbers, balances and all, and enters just what
/// the journal has next.
package struct SerialOrder {
    private struct Place {
        let done: [Int]
        let model: PlainTrade
    }

    private let lanes: [[TradeCall]]
    private let journal: [JournalEntry]

    /// - Parameters:
    ///   - lanes: calls, in each lane one after the other.
    ///   - journal: what the shop has entered of them and before, the oldest first.
    package init(_ lanes: [[TradeCall]], journal: [JournalEntry]) {
        self.lanes = lanes
        self.journal = journal
    }

    /// - Returns: what the model has come to.
    /// - Throws: ``DatabaseContract/Broken``, when there is no such order.
    package func replay(from model: PlainTrade) throws -> PlainTrade {
        var open = [Place(done: lanes.map { _ in 0 }, model: model)]
        var seen: Set<[Int]> = []
        var furthest = open[0]
        while let place = open.popLast() {
            if zip(lanes, place.done).allSatisfy({ $0.count == $1 }) { return place.model }
            // Numbers say what came before what, so that the same calls leave the same behind.
            guard seen.insert(place.done).inserted else { continue }
            if place.done.reduce(0, +) > furthest.done.reduce(0, +) { furthest = place }
            open += next(after: place)
        }
        throw DatabaseContract.Broken(description: why(furthest))
    }

    private func next(after place: Place) -> [Place] {
        let fitting = candidates(at: place).filter { place.model.answer(to: $1.request) == $1.answer }
        // One that changes nothing may come now as well as later.
        if let idle = fitting.first(where: { !$1.answer.isNew }) { return [step(from: place, idle)] }
        return fitting.map { step(from: place, $0) }.filter { journal.starts(with: $0.model.entries) }
    }

    /// The next call of each lane, unless it began when another of these had ended.
    private func candidates(at place: Place) -> [(lane: Int, call: TradeCall)] {
        let waiting = lanes.indices.compactMap { lane in
            place.done[lane] < lanes[lane].count ? (lane: lane, call: lanes[lane][place.done[lane]]) : nil
        }
        let firstEnd = waiting.map(\.call.ended).min() ?? 0
        return waiting.filter { $0.call.began < firstEnd }
    }

    private func step(from place: Place, _ next: (lane: Int, call: TradeCall)) -> Place {
        var (done, model) = (place.done, place.model)
        done[next.lane] += 1
        model.take(next.call.request, next.call.answer)
        return Place(done: done, model: model)
    }

    private func why(_ place: Place) -> String {
        let entry = journal.dropFirst(place.model.entries.count).first.map { "\($0)" } ?? "nothing"
        let calls = candidates(at: place).map { _, call in
            "\(call.request)\n  was answered \(call.answer)\n  and not      \(place.model.answer(to: call.request))"
        }
        return "After \(place.done.reduce(0, +)) calls none of these can be the next:\n"
            + calls.joined(separator: "\n") + "\nThe next entry is \(entry)."
    }
}
