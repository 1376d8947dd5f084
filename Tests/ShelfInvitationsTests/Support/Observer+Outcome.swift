import ShelfInvitations

extension Observer {
    /// What must hold when all effects of an event are known.
    mutating func outcome(of event: Event, former: String?, _ effects: [Effect], at nowMs: Int64) -> Rule? {
        guard hasHandler == (player != nil) else { return .handlerFollows }
        if former != nil, player != nil, former != player, !effects.contains(.setHandler) { return .handlerFollows }
        return waitingFault(at: nowMs) ?? presenterFault(of: event, at: nowMs) ?? stillnessFault() ?? timerFault()
    }

    private func waitingFault(at nowMs: Int64) -> Rule? {
        let waiting = lives.filter(\.isWaiting)
        guard !waiting.contains(where: { isExpired($0.invite, at: nowMs) }) else { return .notExpired }
        guard waiting.count <= 8 else { return .queueIsShort }
        guard let player else { return nil }
        guard lives.allSatisfy({ $0.invite.player == player }) else { return .onlyToItsPlayer }
        return waiting.count > 1 ? .newestWins : nil
    }

    private mutating func presenterFault(of event: Event, at nowMs: Int64) -> Rule? {
        switch event {
        case .cancelled(let id) where lives.contains { $0.invite.id == id }: return .nothingLost
        case .presentationFailed(let id) where isGone(id): return .nothingLost
        default: break
        }
        if isOverdue(presenting, at: nowMs) {
            guard !lives.contains(where: { !$0.isWaiting }) else { return .silentIsGivenUp }
            presenting = nil
        }
        if isOverdue(dismissing, at: nowMs) {
            if let next, next.id == dismissing?.next, !isMatchRunning { return .silentIsGivenUp }
            dismissing = nil
        }
        return nil
    }

    /// Whether an invite counts as presented that can't be on screen.
    private func isGone(_ id: String) -> Bool {
        lives.contains { $0.invite.id == id && !$0.isWaiting } && !screen.contains { $0.id == id && !$0.isOpened }
    }

    /// Nothing stands still that could go on.
    private func stillnessFault() -> Rule? {
        guard presenting == nil, dismissing == nil else { return nil }
        let ended = screen.contains { shown in
            !shown.isOpened && !shown.wasSentAway && !lives.contains { $0.invite.id == shown.id && !$0.isWaiting }
        }
        guard !ended else { return .endedLeaves }
        guard let next else { return nil }
        guard isMatchRunning else { return .nothingLost }
        return askedToEndMatch == next.id ? nil : .matchFirst
    }

    private func timerFault() -> Rule? { timerMs == (isInForeground ? dueMs : nil) ? nil : .wakesInTime }
}
