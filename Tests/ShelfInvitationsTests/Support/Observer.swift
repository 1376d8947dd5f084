import ShelfInvitations

/// Watches a coordinator from outside, by events and effects alone, and names the rule that is broken. It is written
/// from the rules and uses nothing of the coordinator but what an event and an effect are.
struct Observer: Hashable, Sendable {
    typealias Event = InviteCoordinator.Event
    typealias Effect = InviteCoordinator.Effect

    /// An invite that hasn't ended.
    struct Life: Hashable {
        let invite: Invite
        var isWaiting = true
    }

    /// What may be on screen.
    struct Shown: Hashable {
        let id: String
        let isOpened: Bool
        var wasSentAway = false
    }

    /// What was asked of the presenter.
    struct Asked: Hashable {
        let id: String
        var sinceMs: Int64
        var next: String?
    }

    struct Recent: Hashable {
        let id: String
        var sinceMs: Int64
    }

    var isInForeground = false
    var player: String?
    var isMatchRunning = false
    var hasHandler = false
    /// In the order in which they came.
    var lives: [Life] = []
    var recent: [Recent] = []
    var screen: [Shown] = []
    var presenting: Asked?
    var dismissing: Asked?
    var askedToEndMatch: String?
    private(set) var timerMs: Int64?

    /// - Returns: the first rule that is broken by what came of the event.
    mutating func see(_ event: Event, at nowMs: Int64, _ effects: [Effect]) -> Rule? {
        let (former, formerDueMs) = (player, dueMs)
        passTime(to: nowMs)
        let isNothing = isNothing(event, at: nowMs)
        let isDue = isDue(at: nowMs) || dueMs != formerDueMs
        take(event, at: nowMs)
        if isNothing, !isDue, !effects.isEmpty {
            if case .invited = event { return .takenOnce }
            return .staleIsHarmless
        }
        for effect in effects {
            if let rule = take(effect, of: event, at: nowMs) { return rule }
        }
        return outcome(of: event, former: former, effects, at: nowMs)
    }

    /// The newest invite that waits for the player who is authenticated.
    var next: Invite? {
        player.flatMap { player in lives.last { $0.isWaiting && $0.invite.player == player }?.invite }
    }

    /// A clock that goes back makes nobody wait longer.
    private mutating func passTime(to nowMs: Int64) {
        if let sinceMs = presenting?.sinceMs { presenting?.sinceMs = min(sinceMs, nowMs) }
        if let sinceMs = dismissing?.sinceMs { dismissing?.sinceMs = min(sinceMs, nowMs) }
        recent = recent.filter { after($0.sinceMs) > nowMs }
            .map { Recent(id: $0.id, sinceMs: min($0.sinceMs, nowMs)) }
    }

    /// Presenters have ten seconds, and for as long an invite that has ended isn't taken again.
    private func after(_ sinceMs: Int64) -> Int64 { sinceMs > Int64.max - 10_000 ? Int64.max : sinceMs + 10_000 }

    func isOverdue(_ asked: Asked?, at nowMs: Int64) -> Bool {
        isInForeground && (asked.map { after($0.sinceMs) <= nowMs } ?? false)
    }

    func isExpired(_ invite: Invite, at nowMs: Int64) -> Bool { invite.expiresMs.map { $0 <= nowMs } ?? false }

    private func isDue(at nowMs: Int64) -> Bool {
        isOverdue(presenting, at: nowMs) || isOverdue(dismissing, at: nowMs)
            || lives.contains { $0.isWaiting && isExpired($0.invite, at: nowMs) }
    }

    private func isNothing(_ event: Event, at nowMs: Int64) -> Bool {
        switch event {
        case .invited(let invite): lives.contains { $0.invite.id == invite.id } || isRecent(invite.id)
        case .presented(let id): presenting?.id != id
        case .presentationFailed(let id): !screen.contains { $0.id == id && !$0.isOpened }
        case .dismissed(let id): !screen.contains { $0.id == id } && dismissing?.id != id
        case .cancelled(let id): !lives.contains { $0.invite.id == id }
        default: false
        }
    }

    private func isRecent(_ id: String) -> Bool { recent.contains { $0.id == id } }

    mutating func remember(_ id: String, at nowMs: Int64) {
        recent.append(Recent(id: id, sinceMs: nowMs))
        if recent.count > 16 { recent.removeFirst() }
    }

    private mutating func take(_ event: Event, at nowMs: Int64) {
        switch event {
        case .launched, .willEnterForeground:
            guard !isInForeground else { return }
            isInForeground = true
            presenting?.sinceMs = nowMs
            dismissing?.sinceMs = nowMs
        case .didEnterBackground: (isInForeground, player) = (false, nil)
        case .playerChanged(let player): if isInForeground { self.player = player }
        case .invited(let invite):
            let isKnown = lives.contains { $0.invite.id == invite.id } || isRecent(invite.id)
            if !isKnown { lives.append(Life(invite: invite)) }
        case .opened(let id):
            screen.removeAll(where: \.isOpened)
            screen.append(Shown(id: id, isOpened: true))
        case .presented(let id): if presenting?.id == id { presenting = nil }
        case .presentationFailed(let id): if screen.contains(where: { $0.id == id && !$0.isOpened }) { left(id, false) }
        case .dismissed(let id):
            if let index = lives.firstIndex(where: { $0.invite.id == id && !$0.isWaiting }) {
                lives.remove(at: index)
                remember(id, at: nowMs)
            }
            left(id, true)
        case .matchStarted: isMatchRunning = true
        case .matchEnded: (isMatchRunning, askedToEndMatch) = (false, nil)
        case .cancelled: break
        case .timerDue: timerMs = nil
        }
    }

    private mutating func left(_ id: String, _ openedToo: Bool) {
        screen.removeAll { $0.id == id && (openedToo || !$0.isOpened) }
        if presenting?.id == id { presenting = nil }
        if dismissing?.id == id { dismissing = nil }
    }

    mutating func setTimer(_ atMs: Int64?) { timerMs = atMs }

    /// When something is due next.
    var dueMs: Int64? {
        let moments = [presenting, dismissing].map { $0.map { after($0.sinceMs) } }
        return (moments + lives.filter(\.isWaiting).map(\.invite.expiresMs)).compactMap(\.self).min()
    }
}
