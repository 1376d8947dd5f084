import ShelfModel
import Testing

@Suite struct InvitationFactsTests {
    private static let noon = Instant(milliseconds: 1_700_000_000_000)
    private static let id = [UInt8](repeating: 1, count: 16)
    private static let code = FriendCode(bytes: [UInt8](repeating: 3, count: 10))!
    private static let order = InvitationOrder(
        id: id, match: id, from: 1, to: .code(code), at: noon, expires: noon + .hours(1))

    private static func facts(
        match: Match? = Match(id: id, size: 3, player: 1, at: noon),
        addressee: Invitation.Addressee? = .init(player: 2, code: code), pendingSent: Int = 0,
        pendingReceived: Int = 0, recentOfPair: Int = 0, declined: Instant? = nil, isBlocked: Bool = false
    ) -> InvitationFacts {
        InvitationFacts(
            match: match, addressee: addressee, earlier: nil, pendingSent: pendingSent,
            pendingReceived: pendingReceived, recentOfPair: recentOfPair, declined: declined, isBlocked: isBlocked)
    }

    private static var joined: Match {
        var match = Match(id: id, size: 3, player: 1, at: noon)
        _ = try? match.join(2, at: noon)
        return match
    }

    @Test func `an order that nothing speaks against reaches its addressee`() {
        guard case .sent(let invitation) = Self.facts().judge(Self.order) else { return #expect(Bool(false)) }
        #expect(invitation.reaches(2) && !invitation.reaches(1) && !invitation.reaches(3))
    }

    @Test(arguments: [
        facts(addressee: .init(player: nil, code: code)), facts(pendingReceived: 50),
        facts(declined: noon - .minutes(59)), facts(isBlocked: true), facts(match: joined),
    ])
    func `the sender is told the same when it reaches nobody`(facts: InvitationFacts) {
        guard case .sent(let invitation) = facts.judge(Self.order) else { return #expect(Bool(false)) }
        #expect(invitation.isSilent && !invitation.reaches(2))
        #expect(invitation.state == .pending && invitation.expires == Self.order.expires)
    }

    @Test func `a refusal cools down after an hour`() {
        let facts = Self.facts(declined: Self.noon - .hours(1))
        guard case .sent(let invitation) = facts.judge(Self.order) else { return #expect(Bool(false)) }
        #expect(!invitation.isSilent)
    }

    @Test func `the sender is told what is wrong with the order itself`() {
        #expect(Self.facts(match: nil).judge(Self.order) == .noPlace)
        #expect(Self.facts(addressee: nil).judge(Self.order) == .noPlace)
        #expect(Self.facts(match: Match(id: Self.id, size: 2, player: 9, at: Self.noon)).judge(Self.order) == .noPlace)
        #expect(Self.facts(addressee: .init(player: 1, code: Self.code)).judge(Self.order) == .oneself)
        #expect(Self.facts(pendingSent: 20).judge(Self.order) == .tooMany)
        #expect(Self.facts(recentOfPair: 5).judge(Self.order) == .tooMany)
        var full = Match(id: Self.id, size: 2, player: 1, at: Self.noon)
        _ = try? full.join(9, at: Self.noon)
        #expect(Self.facts(match: full).judge(Self.order) == .refused(.full))
    }
}
