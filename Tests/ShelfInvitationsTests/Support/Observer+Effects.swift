import ShelfInvitations

extension Observer {
    mutating func take(_ effect: Effect, of event: Event, at nowMs: Int64) -> Rule? {
        switch effect {
        case .setHandler:
            guard !hasHandler, player != nil else { return .handlerFollows }
            hasHandler = true
        case .removeHandler:
            guard hasHandler else { return .handlerFollows }
            hasHandler = false
        case .drop(let invite, let reason): return dropped(invite, reason, of: event, at: nowMs)
        case .dismiss(let id): return dismissed(id, at: nowMs)
        case .endMatch(let invite):
            if let rule = mayMeet(invite) { return rule }
            guard isMatchRunning, askedToEndMatch != invite.id else { return .matchFirst }
            askedToEndMatch = invite.id
        case .present(let invite): return presented(invite, at: nowMs)
        case .wake(let atMs): setTimer(atMs)
        }
        return nil
    }

    /// Whether the player may hear of this invite now.
    private func mayMeet(_ invite: Invite) -> Rule? {
        guard let player else { return .notBeforeAuthentication }
        guard player == invite.player else { return .onlyToItsPlayer }
        guard lives.contains(Life(invite: invite)) else { return .endsOnce }
        return next == invite ? nil : .newestWins
    }

    private mutating func presented(_ invite: Invite, at nowMs: Int64) -> Rule? {
        guard presenting == nil || isOverdue(presenting, at: nowMs) else { return .oneInFlight }
        if let rule = mayMeet(invite) { return rule }
        guard !isMatchRunning else { return .matchFirst }
        guard screen.isEmpty, dismissing == nil else { return .afterDismissal }
        guard !isExpired(invite, at: nowMs) else { return .notExpired }
        guard lives.filter({ $0.invite.player == player }).count == 1 else { return .newestWins }
        for index in lives.indices where lives[index].invite == invite { lives[index].isWaiting = false }
        screen.append(Shown(id: invite.id, isOpened: false))
        presenting = Asked(id: invite.id, sinceMs: nowMs)
        return nil
    }

    private mutating func dismissed(_ id: String, at nowMs: Int64) -> Rule? {
        let isFree = dismissing == nil || isOverdue(dismissing, at: nowMs)
        guard isFree, presenting?.id != id || isOverdue(presenting, at: nowMs),
            let index = screen.firstIndex(where: { $0.id == id })
        else { return .dismissesWhatIsShown }
        if screen[index].isOpened || screen[index].wasSentAway {
            guard next != nil else { return .dismissesWhatIsShown }
            guard !isMatchRunning else { return .matchFirst }
        } else if lives.contains(where: { $0.invite.id == id && !$0.isWaiting }) {
            return presenting?.id == id ? .silentIsGivenUp : .nothingLost
        }
        screen[index].wasSentAway = true
        if presenting?.id == id { presenting = nil }
        dismissing = Asked(id: id, sinceMs: nowMs, next: next?.id)
        return nil
    }

    private mutating func dropped(
        _ invite: Invite, _ reason: InviteCoordinator.DropReason, of event: Event, at nowMs: Int64
    ) -> Rule? {
        guard let index = lives.firstIndex(where: { $0.invite == invite }) else { return .endsOnce }
        guard isTrue(reason, of: lives[index], event, at: nowMs) else { return .trueReason }
        lives.remove(at: index)
        if askedToEndMatch == invite.id { askedToEndMatch = nil }
        if [.superseded, .expired, .cancelled].contains(reason) { remember(invite.id, at: nowMs) }
        return nil
    }

    private func isTrue(
        _ reason: InviteCoordinator.DropReason, of life: Life, _ event: Event, at nowMs: Int64
    ) -> Bool {
        let invite = life.invite
        let waiting = lives.filter(\.isWaiting)
        return switch reason {
        case .superseded: player == invite.player && lives.last { $0.invite.player == player } != life
        case .expired: life.isWaiting && isExpired(invite, at: nowMs)
        case .otherPlayer: player != nil && player != invite.player
        case .cancelled: event == .cancelled(id: invite.id)
        case .queueFull: waiting.count > 8 && waiting.first == life
        case .presenterFailed: !life.isWaiting && event == .presentationFailed(id: invite.id)
        case .presenterSilent where life.isWaiting:
            isOverdue(dismissing, at: nowMs) && dismissing?.next == invite.id && next == invite && !isMatchRunning
        case .presenterSilent: presenting?.id == invite.id && isOverdue(presenting, at: nowMs)
        }
    }
}
