/// Brings invites to the screen, one at a time, to the right player, and loses none: as a value.
///
/// Events go in, effects come out. Nothing here waits, reads a clock or touches the screen:
///
///     var coordinator = InviteCoordinator()
///     _ = coordinator.handle(.launched, at: 0)
///     _ = coordinator.handle(.playerChanged(to: "ana"), at: 800)     // [.setHandler]
///     let invite = Invite(id: "7", player: "ana")
///     let effects = coordinator.handle(.invited(invite), at: 2000)   // [.present(invite), .wake(atMs: 12_000)]
///
/// Every invite ends once: the player closes what was presented, or ``Effect/drop(_:_:)`` says why not. No order of
/// events is an error. What doesn't fit the state, such as an answer that comes after its presenter was given up, has
/// no effect.
public struct InviteCoordinator: Hashable, Sendable {
    /// A presenter that hasn't answered for this long is given up, in milliseconds. In the background the time stands
    /// still.
    public static let patienceMs: Int64 = 10_000
    /// An invite that has ended isn't taken again for this long, in milliseconds, since one delivery may come twice.
    /// What didn't come to the screen for a reason of ours, as by ``DropReason/presenterFailed``, may come again at
    /// once.
    public static let repeatedMs: Int64 = 10_000
    /// How many invites wait for a player to be authenticated.
    public static let waitingAtMost = 8
    /// How many invites that have ended are remembered.
    static let endedAtMost = 16

    var isInForeground = false
    /// Who is authenticated, which isn't known in the background. The handler is set while somebody is.
    var player: String?
    /// Invites that aren't presented yet, the newest last. While a player is authenticated there is one at most.
    var waiting: [Invite] = []
    var presentation: Presentation?
    /// The matchmaker that the game has opened by itself.
    var opened: String?
    var dismissal: Dismissal?
    var isMatchRunning = false
    /// The waiting invite for which the game was asked to end its match.
    var asked: String?
    var ended: [Ended] = []
    private var timerMs: Int64?

    /// Makes a coordinator that knows of nothing yet; tell it ``Event/launched`` first.
    public init() {}

    /// - Parameters:
    ///   - event: what has happened.
    ///   - nowMs: the current instant in milliseconds, of a clock that the invites' ``Invite/expiresMs`` are
    ///     of, too. If it goes back, nothing waits longer than it would have waited from then on.
    /// - Returns: what to do, in this order.
    public mutating func handle(_ event: Event, at nowMs: Int64) -> [Effect] {
        var effects = passTime(to: nowMs)
        effects += respond(to: event, at: nowMs)
        effects += giveUp(at: nowMs)
        effects += settle(at: nowMs)
        return effects + setTimer()
    }

    private mutating func respond(to event: Event, at nowMs: Int64) -> [Effect] {
        switch event {
        case .launched, .willEnterForeground: enterForeground(at: nowMs)
        case .didEnterBackground: return enterBackground()
        case .playerChanged(let player): return playerChanged(to: player)
        case .invited(let invite): return invited(invite, at: nowMs)
        case .opened(let id): opened = id
        case .presented(let id): presented(id)
        case .presentationFailed(let id): return presentationFailed(id)
        case .dismissed(let id): dismissed(id, at: nowMs)
        case .matchStarted: isMatchRunning = true
        case .matchEnded: (isMatchRunning, asked) = (false, nil)
        case .cancelled(let id): return cancelled(id, at: nowMs)
        case .timerDue: timerMs = nil
        }
        return []
    }

    private mutating func enterForeground(at nowMs: Int64) {
        guard !isInForeground else { return }
        isInForeground = true
        let untilMs = Self.instant(nowMs, plus: Self.patienceMs)
        dismissal?.untilMs = untilMs
        if presentation?.untilMs != nil { presentation?.untilMs = untilMs }
    }

    private mutating func enterBackground() -> [Effect] {
        isInForeground = false
        guard player != nil else { return [] }
        player = nil
        return [.removeHandler]
    }

    private mutating func playerChanged(to newPlayer: String?) -> [Effect] {
        guard isInForeground, newPlayer != player else { return [] }
        let removed: [Effect] = player == nil ? [] : [.removeHandler]
        player = newPlayer
        return removed + (newPlayer == nil ? [] : [.setHandler])
    }

    private mutating func invited(_ invite: Invite, at nowMs: Int64) -> [Effect] {
        let isPresented = presentation.map { $0.invite.id == invite.id && !$0.isEnded } ?? false
        guard !isPresented, !(waiting + ended.map(\.invite)).contains(where: { $0.id == invite.id }) else { return [] }
        guard !invite.isExpired(at: nowMs) else { return [drop(invite, .expired, at: nowMs)] }
        waiting.append(invite)
        guard waiting.count > Self.waitingAtMost else { return [] }
        return [drop(waiting.removeFirst(), .queueFull, at: nowMs)]
    }

    private mutating func cancelled(_ id: String, at nowMs: Int64) -> [Effect] {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            return [drop(waiting.remove(at: index), .cancelled, at: nowMs)]
        }
        return presentation?.invite.id == id ? endPresentation(.cancelled, at: nowMs) : []
    }

    private mutating func setTimer() -> [Effect] {
        let moments = [presentation?.untilMs, dismissal?.untilMs] + waiting.map(\.expiresMs)
        let nextMs = isInForeground ? moments.compactMap(\.self).min() : nil
        guard nextMs != timerMs else { return [] }
        timerMs = nextMs
        return [.wake(atMs: nextMs)]
    }
}
