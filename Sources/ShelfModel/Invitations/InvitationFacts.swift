/// What an order to invite is judged by, read while the match and both players are locked.
package struct InvitationFacts: Hashable, Sendable {
    /// How many pending invitations a player may have sent.
    package static let mostSent = 20
    /// How many pending invitations a player is shown.
    package static let mostReceived = 50
    /// How often one player may name the same addressee within ``pairSpan``.
    package static let mostOfPair = 5
    package static let pairSpan = TimeSpan.hours(1)
    /// For how long a player isn't shown what another one sends whose invitation was declined.
    package static let coolDown = TimeSpan.hours(1)

    /// `nil` where there is none.
    package let match: Match?
    /// `nil` where no such place was ever taken.
    package let addressee: Invitation.Addressee?
    /// The invitation with the order's id, if there is one.
    package let earlier: Invitation?
    /// How many of the sender's invitations are pending, without those that this one replaces.
    package let pendingSent: Int
    /// How many invitations the addressee is shown.
    package let pendingReceived: Int
    /// How often the sender has named this addressee in this way within ``pairSpan``. The sender is told of the limit, so it
    /// mustn't matter whether there is such a player.
    package let recentOfPair: Int
    /// When the addressee has last declined what the sender sent.
    package let declined: Instant?
    /// Whether the addressee has blocked the sender.
    package let isBlocked: Bool

    package init(
        match: Match?, addressee: Invitation.Addressee?, earlier: Invitation?, pendingSent: Int, pendingReceived: Int,
        recentOfPair: Int, declined: Instant?, isBlocked: Bool
    ) {
        self.match = match
        self.addressee = addressee
        self.earlier = earlier
        self.pendingSent = pendingSent
        self.pendingReceived = pendingReceived
        self.recentOfPair = recentOfPair
        self.declined = declined
        self.isBlocked = isBlocked
    }

    package func judge(_ order: InvitationOrder) -> InvitationOrder.Judgement {
        if let earlier { return earlier.isOf(order, to: addressee) ? .sentBefore(earlier) : .keyReused }
        guard let match, let addressee, match.place(of: order.from) != nil else { return .noPlace }
        guard addressee.player != order.from else { return .oneself }
        guard match.state == .open, !match.isOver(at: order.at) else { return .refused(.closed) }
        guard match.freePlaces > 0 else { return .refused(.full) }
        guard pendingSent < Self.mostSent, recentOfPair < Self.mostOfPair else { return .tooMany }
        return .sent(
            Invitation(
                id: order.id, match: order.match, from: order.from, to: addressee,
                isSilent: isSilent(addressee, in: match, at: order.at), at: order.at, expires: order.expires))
    }

    /// The sender isn't told any of these reasons, and the addressee isn't bothered.
    private func isSilent(_ addressee: Invitation.Addressee, in match: Match, at instant: Instant) -> Bool {
        guard let player = addressee.player else { return true }
        return isBlocked || match.place(of: player) != nil || pendingReceived >= Self.mostReceived
            || declined.map { instant < $0 + Self.coolDown } ?? false
    }
}

extension Invitation {
    /// Whether this order has made it, so that the order was repeated.
    fileprivate func isOf(_ order: InvitationOrder, to addressee: Addressee?) -> Bool {
        guard match == order.match, expires - at == order.expires - order.at else { return false }
        // A code may be somebody else's by now.
        return addressee?.code == nil ? to == addressee : to.code == addressee?.code
    }
}
