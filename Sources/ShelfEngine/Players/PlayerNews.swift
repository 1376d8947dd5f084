package import ShelfDatabase
package import ShelfModel
import Synchronization

/// Wakes those who watch a player whenever something has happened to the player.
///
/// What has happened is read from the database: at once when this server has done it, and with the poll when another one
/// has. It looks back some seconds each time, because a transaction may be committed a little after the instant that it
/// carries, and passes over what it has told.
package final class PlayerNews: Sendable {
    private struct State {
        var watches: [Int64: [PlayerWatch]] = [:]
        /// The number of the last event that watchers were woken for, by player.
        var events: [Int64: Int64] = [:]
        /// The journal entries that watchers were woken for.
        var entries: Set<Int64> = []
        /// When the database was last asked with success.
        var asked: Instant?
        /// Whether a task reads what this server has done, and whether it has done more since.
        var isReading = false
        var isWoken = false
        var isClosed = false

        /// - Returns: the watches of those to whom something has happened that they weren't woken for.
        mutating func woken(by touched: TouchedPlayers) -> [PlayerWatch] {
            var players: Set<Int64> = []
            for (player, number) in touched.events where watches[player] != nil {
                guard events[player, default: 0] < number else { continue }
                events[player] = number
                players.insert(player)
            }
            for (entry, player) in touched.entries where entries.insert(entry).inserted { players.insert(player) }
            return players.flatMap { watches[$0] ?? [] }
        }
    }

    /// How many watches a player may have. One more ends the oldest.
    package static let mostWatches = 5
    private static let lookBack = TimeSpan.seconds(10)
    /// For what this server has done just now itself. What is committed later than this is found by the poll.
    private static let shortLookBack = TimeSpan.seconds(1)

    private let database: any PlayerEventDatabase & HoldingsDatabase
    private let timeline: Timeline
    private let incarnation: Int64
    private let state = Mutex(State())

    /// - Parameter incarnation: the server's present one. In another one, the numbers of events mean something else.
    package init(database: any PlayerEventDatabase & HoldingsDatabase, timeline: Timeline, incarnation: Int64) {
        (self.database, self.timeline, self.incarnation) = (database, timeline, incarnation)
    }

    /// How many watches there are.
    package var count: Int { state.withLock { $0.watches.values.reduce(0) { $0 + $1.count } } }

    /// Begins to watch a player. What happens from now on wakes the watch.
    ///
    /// - Parameters:
    ///   - until: when the watch ends by itself.
    ///   - onWake: called on any thread, also before this returns.
    package func watch(
        _ player: Int64, until end: Instant, onWake: @escaping @Sendable (PlayerWatch.Wake) -> Void
    ) -> PlayerWatch {
        let watch = PlayerWatch(player: player, end: end, onWake: onWake)
        let superfluous = state.withLock { state -> PlayerWatch? in
            guard !state.isClosed else { return watch }
            var watches = state.watches[player] ?? []
            watches.append(watch)
            let oldest = watches.count > Self.mostWatches ? watches.removeFirst() : nil
            state.watches[player] = watches
            return oldest
        }
        superfluous?.wake(.end)
        return watch
    }

    package func end(_ watch: PlayerWatch) {
        watch.wake(.end)
        state.withLock { state in
            state.watches[watch.player]?.removeAll { $0 === watch }
            guard state.watches[watch.player]?.isEmpty == true else { return }
            state.watches[watch.player] = nil
            state.events[watch.player] = nil
        }
    }

    /// What is to be told to somebody who watches a player.
    package func read(_ told: inout PlayerTold) async throws -> [PlayerNotice] {
        var notices: [PlayerNotice] = []
        let history = try await database.history(of: told.player, after: told.number ?? Int64.max)
        if let number = told.number, history.isWhole(after: number) {
            notices = history.events.map { .event($0, id: id(of: $0.number)) }
        } else {
            notices = [.anew(id: id(of: history.newest))]
        }
        told.number = history.newest
        let balances = try await database.balances(of: told.player)
        for (currency, balance) in balances.sorted(by: { $0.key < $1.key }) where told.balances[currency] != balance {
            notices.append(.wallet(currency: currency, balance: balance))
        }
        told.balances = balances
        return notices
    }

    /// The number of the event that a device has received last.
    ///
    /// - Parameter id: as the device was told it.
    /// - Returns: `nil` when it is none of this incarnation's, and the device has to read everything anew.
    package func number(ofEvent id: String) -> Int64? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == String(incarnation), let number = Int64(parts[1]), number >= 0 else {
            return nil
        }
        return number
    }

    private func id(of number: Int64) -> String { "\(incarnation)-\(number)" }

    /// Looks now for what this server has done, without making the caller wait. What comes meanwhile is looked for once
    /// more.
    package func wake() {
        let begins = state.withLock { state in
            guard !state.watches.isEmpty else { return false }
            state.isWoken = true
            defer { state.isReading = true }
            return !state.isReading
        }
        if begins { Task { await readWhileWoken() } }
    }

    private func readWhileWoken() async {
        while state.withLock({ state in
            (state.isReading, state.isWoken) = (state.isWoken, false)
            return state.isReading
        }) {
            // What can't be read now is found by the poll.
            guard let touched = try? await database.touchedPlayers(since: timeline.now - Self.shortLookBack) else {
                continue
            }
            for watch in state.withLock({ $0.woken(by: touched) }) { watch.wake(.news) }
        }
    }

    /// Asks the database once what has happened, and wakes those whom it concerns. A server without watches asks nothing.
    package func follow() async throws {
        let now = timeline.now
        let since = state.withLock { state in
            state.watches.isEmpty ? nil : min(now, state.asked ?? now) - Self.lookBack
        }
        guard let since else { return }
        let touched = try await database.touchedPlayers(since: since)
        let woken = state.withLock { state in
            state.asked = now
            defer { state.entries.formIntersection(touched.entries.keys) }
            return state.woken(by: touched)
        }
        for watch in woken { watch.wake(.news) }
    }

    /// Ends the watches whose time is up.
    package func endOver() {
        let now = timeline.now
        let over = state.withLock { $0.watches.values.flatMap { $0.filter { $0.end <= now } } }
        for watch in over { end(watch) }
    }

    /// Wakes one lot of the watches, so that something is sent on each quiet stream. Not all are woken at once, since
    /// others would have to wait meanwhile.
    ///
    /// - Parameter lot: below ``PlayerWatch/lots``.
    package func keepAlive(lot: Int) {
        for watch in state.withLock({ $0.watches.values.flatMap { $0.filter { $0.lot == lot } } }) {
            watch.wake(.quiet)
        }
    }

    /// Ends all watches, and begins no more.
    package func finish() {
        let watches = state.withLock { state in
            state.isClosed = true
            defer { state.watches = [:] }
            return state.watches.values.flatMap { $0 }
        }
        for watch in watches { watch.wake(.end) }
    }
}
