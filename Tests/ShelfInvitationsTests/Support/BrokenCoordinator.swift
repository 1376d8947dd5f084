import ShelfInvitations

/// A coordinator that breaks one rule, and keeps the others as well as that allows.
struct BrokenCoordinator: Coordinating {
    typealias Event = InviteCoordinator.Event
    typealias Effect = InviteCoordinator.Effect

    let broken: Rule
    private var whole = InviteCoordinator()
    private var player: String?
    private var inFlight: String?

    init(_ broken: Rule) { self.broken = broken }

    mutating func handle(_ event: Event, at nowMs: Int64) -> [Effect] {
        switch event {
        case .presented(let id), .presentationFailed(let id), .dismissed(let id): if id == inFlight { inFlight = nil }
        default: break
        }
        let effects = distort(whole.handle(event, at: nowMs), of: event)
        switch event {
        case .playerChanged(let changed): player = changed
        case .didEnterBackground: player = nil
        default: break
        }
        note(effects)
        return effects
    }

    private mutating func note(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .present(let invite): inFlight = invite.id
            case .dismiss: inFlight = nil
            default: break
            }
        }
    }

    private func distort(_ effects: [Effect], of event: Event) -> [Effect] {
        switch broken {
        case .notBeforeAuthentication:
            if case .invited(let invite) = event, player == nil { return [.present(invite)] + effects }
        case .onlyToItsPlayer: return effects.flatMap(presentDropped(.otherPlayer))
        case .oneInFlight:
            if event == .matchStarted, let player, inFlight != nil, !effects.contains(where: isDismissal) {
                return effects + [.present(Invite(id: "new", player: player))]
            }
        case .afterDismissal:
            if case .invited(let invite) = event, invite.player == player {
                return effects.flatMap(presentOver(invite))
            }
        case .matchFirst: return effects.map(presentDuringMatch)
        case .newestWins where !effects.contains(where: isDismissal):
            return effects.filter { !isDrop($0, .superseded) }
        case .endsOnce: return effects.flatMap { effect in isDrop(effect, nil) ? [effect, effect] : [effect] }
        case .trueReason: return effects.map(lie)
        case .nothingLost: return effects.filter { !isDrop($0, .presenterFailed) }
        case .newestWins: break
        case .takenOnce:
            if case .invited(let invite) = event, effects.isEmpty, invite.id == inFlight {
                return [.drop(invite, .superseded)]
            }
        case .notExpired: return effects.filter { !isDrop($0, .expired) }
        case .queueIsShort: return effects.filter { !isDrop($0, .queueFull) }
        case .handlerFollows: return effects.filter { $0 != .removeHandler }
        case .silentIsGivenUp: return effects.filter { !isDrop($0, .presenterSilent) }
        case .dismissesWhatIsShown: if event == .matchStarted { return effects + [.dismiss(id: "nothing")] }
        case .endedLeaves:
            if case .cancelled = event { return effects.filter { !isDismissal($0) } }
        case .staleIsHarmless:
            if case .presented = event, effects.isEmpty { return [.wake(atMs: nil)] }
        case .wakesInTime: return effects.filter { !isTimer($0) }
        }
        return effects
    }

    private func presentDropped(_ reason: InviteCoordinator.DropReason) -> (Effect) -> [Effect] {
        { effect in
            if case .drop(let invite, reason) = effect, inFlight == nil { [.present(invite)] } else { [effect] }
        }
    }

    private func presentOver(_ invite: Invite) -> (Effect) -> [Effect] {
        { effect in isDismissal(effect) ? [effect, .present(invite)] : [effect] }
    }

    private func presentDuringMatch(_ effect: Effect) -> Effect {
        if case .endMatch(let invite) = effect { .present(invite) } else { effect }
    }

    private func lie(_ effect: Effect) -> Effect {
        if case .drop(let invite, .superseded) = effect { .drop(invite, .queueFull) } else { effect }
    }

    private func isDrop(_ effect: Effect, _ reason: InviteCoordinator.DropReason?) -> Bool {
        if case .drop(_, let given) = effect { reason == nil || given == reason } else { false }
    }

    private func isDismissal(_ effect: Effect) -> Bool { if case .dismiss = effect { true } else { false } }

    private func isTimer(_ effect: Effect) -> Bool { if case .wake = effect { true } else { false } }
}
