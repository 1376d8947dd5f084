extension InviteCoordinator {
    /// An invite that the app was told to present.
    struct Presentation: Hashable {
        let invite: Invite
        /// Until when the presenter has time to answer; `nil` once it has answered or was given up. From then on
        /// the invite counts as on screen, until the app says that it isn't.
        var untilMs: Int64?
        /// Whether the invite was dropped, so that it must not stay on screen.
        var isEnded = false
        /// Whether it has been asked to leave the screen since it has ended.
        var isSentAway = false
    }

    /// The one dismissal that is in flight.
    struct Dismissal: Hashable {
        let id: String
        var untilMs: Int64
        /// The waiting invite for which the screen is cleared.
        let next: String?
    }

    mutating func presented(_ id: String) {
        if presentation?.invite.id == id { presentation?.untilMs = nil }
    }

    mutating func presentationFailed(_ id: String) -> [Effect] {
        guard let failed = presentation, failed.invite.id == id else { return [] }
        presentation = nil
        if dismissal?.id == id { dismissal = nil }
        return failed.isEnded ? [] : [.drop(failed.invite, .presenterFailed)]
    }

    mutating func dismissed(_ id: String, at nowMs: Int64) {
        if dismissal?.id == id { dismissal = nil }
        if opened == id { opened = nil }
        guard let gone = presentation, gone.invite.id == id else { return }
        presentation = nil
        if !gone.isEnded { remember(gone.invite, at: nowMs) }
    }

    /// Ends what is presented; it leaves the screen as soon as it can.
    mutating func endPresentation(_ reason: DropReason, at nowMs: Int64) -> [Effect] {
        guard let invite = presentation?.invite, presentation?.isEnded == false else { return [] }
        presentation?.isEnded = true
        return [drop(invite, reason, at: nowMs)]
    }

    /// Gives up presenters that don't answer. What can't be dismissed counts as on screen: nothing is presented over
    /// it, and for the next invite its dismissal is asked for again.
    mutating func giveUp(at nowMs: Int64) -> [Effect] {
        guard isInForeground else { return [] }
        var effects: [Effect] = []
        if let untilMs = presentation?.untilMs, untilMs <= nowMs {
            presentation?.untilMs = nil
            effects += endPresentation(.presenterSilent, at: nowMs)
        }
        if let given = dismissal, given.untilMs <= nowMs {
            dismissal = nil
            if !isMatchRunning, let next = waiting.last, next.id == given.next, next.player == player {
                waiting.removeLast()
                effects.append(drop(next, .presenterSilent, at: nowMs))
            }
        }
        return effects
    }

    /// Does the next thing that the newest invite needs, if nothing is in flight.
    mutating func settle(at nowMs: Int64) -> [Effect] {
        var effects = dropUnwanted(at: nowMs)
        guard dismissal == nil else { return effects }
        if let shown = presentation, shown.untilMs == nil, shown.isEnded, !shown.isSentAway {
            return effects + [dismiss(shown.invite.id, at: nowMs)]
        }
        guard player != nil, let next = waiting.last, presentation?.untilMs == nil else { return effects }
        if isMatchRunning {
            guard asked != next.id else { return effects }
            asked = next.id
            return effects + [.endMatch(for: next)]
        }
        if let shown = presentation {
            effects += endPresentation(.superseded, at: nowMs)
            return effects + [dismiss(shown.invite.id, at: nowMs)]
        }
        if let opened { return effects + [dismiss(opened, at: nowMs)] }
        waiting = []
        presentation = Presentation(invite: next, untilMs: Self.instant(nowMs, plus: Self.patienceMs))
        return effects + [.present(next)]
    }

    private mutating func dismiss(_ id: String, at nowMs: Int64) -> Effect {
        if presentation?.invite.id == id { presentation?.isSentAway = true }
        let next = player == nil ? nil : waiting.last?.id
        dismissal = Dismissal(id: id, untilMs: Self.instant(nowMs, plus: Self.patienceMs), next: next)
        return .dismiss(id: id)
    }
}
