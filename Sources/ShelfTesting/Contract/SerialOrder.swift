package import ShelfModel

/// Searches for a serial order that explains the answers to concurrent calls.
///
/// The order in which a shop handles concurrent calls isn't known. A call that was answered before another began comes
/// first, and one player's purchases and journal entries are numbered in order. At each step a call can be the next
/// only if the plain model gives exactly the same answer, balances included, and enters exactly the next entry of that
/// player's journal.
package struct SerialOrder {
    private struct Place {
        let done: [Int]
        let model: PlainTrade
    }

    private let lanes: [[TradeCall]]
    private let journals: [Int64: [JournalEntry]]
    /// The numbers of each player's purchases, refused ones included, in the order in which they were assigned.
    private let purchases: [Int64: [Int64]]

    /// - Parameters:
    ///   - lanes: calls, in each lane one after the other.
    ///   - journal: the shop's journal entries for these and earlier calls, for each player the oldest first.
    package init(_ lanes: [[TradeCall]], journal: [JournalEntry]) {
        self.lanes = lanes
        journals = Dictionary(grouping: journal, by: \.player)
        let new = lanes.flatMap(\.self).compactMap(\.newPurchase)
        purchases = Dictionary(grouping: new, by: \.player).mapValues { $0.map(\.number).sorted() }
    }

    /// - Returns: the model after the last call.
    /// - Throws: ``DatabaseContract/Broken``, when there is no such order.
    package func replay(from model: PlainTrade) throws -> PlainTrade {
        var open = [Place(done: lanes.map { _ in 0 }, model: model)]
        var seen: Set<[Int]> = []
        var furthest = open[0]
        while let place = open.popLast() {
            if zip(lanes, place.done).allSatisfy({ $0.count == $1 }) { return place.model }
            // The journals and numbers fix the order within one player, so the same set of calls always leads to the
            // same state.
            guard seen.insert(place.done).inserted else { continue }
            if place.done.reduce(0, +) > furthest.done.reduce(0, +) { furthest = place }
            open += next(after: place)
        }
        throw DatabaseContract.Broken(description: why(furthest))
    }

    private func next(after place: Place) -> [Place] {
        let fitting = candidates(at: place).filter { place.model.answer(to: $1.request, told: $1.answer) == $1.answer }
        // A call that changes nothing can come now as well as later.
        if let idle = fitting.first(where: { !$1.answer.isNew }) { return [step(from: place, idle)] }
        // The one that was answered first is tried first.
        return fitting.filter { isNumberedNext($1, at: place) }.sorted { $0.call.ended > $1.call.ended }
            .map { step(from: place, $0) }.filter { isEntered($0.model) }
    }

    /// The next call of each lane, without those that began after another candidate had ended.
    private func candidates(at place: Place) -> [(lane: Int, call: TradeCall)] {
        let waiting = lanes.indices.compactMap { lane in
            place.done[lane] < lanes[lane].count ? (lane: lane, call: lanes[lane][place.done[lane]]) : nil
        }
        let firstEnd = waiting.map(\.call.ended).min() ?? 0
        return waiting.filter { $0.call.began < firstEnd }
    }

    private func isNumberedNext(_ call: TradeCall, at place: Place) -> Bool {
        guard let (player, number) = call.newPurchase, let numbers = purchases[player] else { return true }
        return numbers[place.model.kept(of: player).count] == number
    }

    private func isEntered(_ model: PlainTrade) -> Bool {
        model.players.allSatisfy { player in
            let (mine, entered) = (model.entries(of: player), journals[player, default: []])
            return mine.count <= entered.count && zip(mine, entered).allSatisfy { $0.matches($1) }
        }
    }

    private func step(from place: Place, _ next: (lane: Int, call: TradeCall)) -> Place {
        var (done, model) = (place.done, place.model)
        done[next.lane] += 1
        model.take(next.call.request, next.call.answer)
        return Place(done: done, model: model)
    }

    private func why(_ place: Place) -> String {
        let entries = place.model.players.compactMap { player in
            journals[player, default: []].dropFirst(place.model.entries(of: player).count).first.map { "\($0)" }
        }
        let calls = candidates(at: place).map { _, call in
            let expected = place.model.answer(to: call.request, told: call.answer)
            return "\(call.request)\n  was answered \(call.answer)\n  and not      \(expected)"
        }
        return "After \(place.done.reduce(0, +)) calls none of these can be the next:\n"
            + calls.joined(separator: "\n") + "\nThe next entries are\n\(entries.joined(separator: "\n"))"
    }
}

extension TradeCall {
    /// The player and number of an order that was judged by this call, not by an earlier one.
    fileprivate var newPurchase: (player: Int64, number: Int64)? {
        guard answer.isNew, case .buy(let order) = request, let number = answer.purchase else { return nil }
        return (order.player, number)
    }
}
