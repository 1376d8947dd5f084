extension InviteCoordinator {
    /// An invite that has ended, and until when it isn't taken again.
    struct Ended: Hashable {
        let invite: Invite
        var untilMs: Int64
    }

    /// Drops what has expired, forgets what ended long ago, and shortens what a clock that went back made too long.
    mutating func passTime(to nowMs: Int64) -> [Effect] {
        let patientMs = Self.instant(nowMs, plus: Self.patienceMs)
        if let untilMs = presentation?.untilMs { presentation?.untilMs = min(untilMs, patientMs) }
        if let untilMs = dismissal?.untilMs { dismissal?.untilMs = min(untilMs, patientMs) }
        let repeatedMs = Self.instant(nowMs, plus: Self.repeatedMs)
        ended = ended.filter { $0.untilMs > nowMs }
            .map { Ended(invite: $0.invite, untilMs: min($0.untilMs, repeatedMs)) }
        return drop(.expired, at: nowMs) { $0.isExpired(at: nowMs) }
    }

    /// While a player is authenticated, only the newest of that player's invites is wanted.
    mutating func dropUnwanted(at nowMs: Int64) -> [Effect] {
        guard let player else { return [] }
        var effects = drop(.otherPlayer, at: nowMs) { $0.player != player }
        if let presented = presentation, presented.invite.player != player {
            effects += endPresentation(.otherPlayer, at: nowMs)
        }
        let newest = waiting.last?.id
        return effects + drop(.superseded, at: nowMs) { $0.id != newest }
    }

    mutating func drop(_ invite: Invite, _ reason: DropReason, at nowMs: Int64) -> Effect {
        if asked == invite.id { asked = nil }
        switch reason {
        case .superseded, .expired, .cancelled: remember(invite, at: nowMs)
        case .otherPlayer, .queueFull, .presenterFailed, .presenterSilent: break
        }
        return .drop(invite, reason)
    }

    mutating func remember(_ invite: Invite, at nowMs: Int64) {
        ended.append(Ended(invite: invite, untilMs: Self.instant(nowMs, plus: Self.repeatedMs)))
        if ended.count > Self.endedAtMost { ended.removeFirst() }
    }

    /// Clocks that an app makes up may be near the end of their range.
    static func instant(_ nowMs: Int64, plus spanMs: Int64) -> Int64 {
        let (sum, overflows) = nowMs.addingReportingOverflow(spanMs)
        return overflows ? .max : sum
    }

    private mutating func drop(
        _ reason: DropReason, at nowMs: Int64, where isUnwanted: (Invite) -> Bool
    ) -> [Effect] {
        let unwanted = waiting.filter(isUnwanted)
        waiting.removeAll(where: isUnwanted)
        return unwanted.map { drop($0, reason, at: nowMs) }
    }
}
