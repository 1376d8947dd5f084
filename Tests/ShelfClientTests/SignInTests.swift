import ShelfClient
import ShelfModel
import ShelfWire
import Testing

/// Signing in, as a value.
@Suite struct `Signing in` {
    let tokens = PlayerTokens(player: "1", token: "a", expiresIn: 900, refreshToken: "r")
    let newer = PlayerTokens(player: "1", token: "b", expiresIn: 900, refreshToken: "s")

    /// Somebody who has the token `a` since the beginning.
    func signedIn() -> SignIn {
        var signIn = SignIn(PurchaseSamples.buyer)
        _ = signIn.handle(.wanted(by: 0), at: 0)
        _ = signIn.handle(.tokens(tokens, askedUs: 0), at: 1_000_000)
        return signIn
    }

    @Test func `asks once, however many want a token, and all get it`() {
        var signIn = SignIn(PurchaseSamples.buyer)
        #expect(signIn.handle(.wanted(by: 1), at: 0) == [.signIn(PurchaseSamples.buyer)])
        #expect(signIn.handle(.wanted(by: 2), at: 0) == [])
        #expect(signIn.handle(.wanted(by: 3), at: 0) == [])
        #expect(signIn.handle(.tokens(tokens, askedUs: 0), at: 0) == [.give(token: "a", to: [1, 2, 3])])
        #expect(signIn.handle(.wanted(by: 4), at: 0) == [.give(token: "a", to: [4])])
    }

    @Test func `uses a token until half a minute before it ends, counted from when it was asked for`() {
        var signIn = signedIn()
        #expect(signIn.handle(.wanted(by: 1), at: 869_999_999) == [.give(token: "a", to: [1])])
        #expect(signIn.handle(.wanted(by: 2), at: 870_000_000) == [.refresh("r")])
        #expect(signIn.handle(.wanted(by: 3), at: 870_000_000) == [])
        #expect(
            signIn.handle(.tokens(newer, askedUs: 870_000_000), at: 871_000_000) == [.give(token: "b", to: [2, 3])])
        #expect(signIn.handle(.wanted(by: 4), at: 1_800_000_000) == [.refresh("s")])
    }

    @Test func `of a token that lives for seconds, a tenth is left out`() {
        var signIn = SignIn(PurchaseSamples.buyer)
        _ = signIn.handle(.wanted(by: 0), at: 0)
        let short = PlayerTokens(player: "1", token: "a", expiresIn: 10, refreshToken: "r")
        _ = signIn.handle(.tokens(short, askedUs: 0), at: 0)
        #expect(signIn.handle(.wanted(by: 1), at: 8_999_999) == [.give(token: "a", to: [1])])
        #expect(signIn.handle(.wanted(by: 1), at: 9_000_000) == [.refresh("r")])
    }

    @Test func `a token that wasn't believed is not used again, but an older one's refusal costs nothing`() {
        var signIn = signedIn()
        _ = signIn.handle(.refused(token: "z"), at: 0)
        #expect(signIn.handle(.wanted(by: 1), at: 0) == [.give(token: "a", to: [1])])
        _ = signIn.handle(.refused(token: "a"), at: 0)
        #expect(signIn.handle(.wanted(by: 2), at: 0) == [.refresh("r")])
    }

    @Test func `when the refresh token is refused, the credential brings new ones`() {
        var signIn = signedIn()
        _ = signIn.handle(.wanted(by: 1), at: 900_000_000)
        #expect(signIn.handle(.failed(FakeTill.problem(.unauthorized, 401)), at: 0) == [.signIn(PurchaseSamples.buyer)])
        #expect(signIn.handle(.tokens(newer, askedUs: 0), at: 0) == [.give(token: "b", to: [1])])
    }

    @Test func `a refresh token whose answer was lost is never sent again, since it may be used up`() {
        var signIn = signedIn()
        _ = signIn.handle(.wanted(by: 1), at: 900_000_000)
        #expect(signIn.handle(.failed(.unreachable("")), at: 0) == [.fail(.unreachable(""), to: [1])])
        #expect(signIn.handle(.wanted(by: 2), at: 900_000_000) == [.signIn(PurchaseSamples.buyer)])
    }

    @Test func `a refresh token that the server hasn't looked at stays good`() {
        var signIn = signedIn()
        _ = signIn.handle(.wanted(by: 1), at: 900_000_000)
        let busy = FakeTill.problem(.rateLimited, 429)
        #expect(signIn.handle(.failed(busy), at: 0) == [.fail(busy, to: [1])])
        #expect(signIn.handle(.wanted(by: 2), at: 900_000_000) == [.refresh("r")])
    }

    @Test func `all who wait are told when it fails, and the next one asks anew`() {
        var signIn = SignIn(PurchaseSamples.buyer)
        _ = signIn.handle(.wanted(by: 1), at: 0)
        _ = signIn.handle(.wanted(by: 2), at: 0)
        #expect(signIn.handle(.failed(.unreachable("x")), at: 0) == [.fail(.unreachable("x"), to: [1, 2])])
        #expect(signIn.handle(.wanted(by: 3), at: 0) == [.signIn(PurchaseSamples.buyer)])
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `answers each who wants a token exactly once, and sends no refresh token twice, whatever comes`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var signIn = SignIn(PurchaseSamples.buyer)
        var (localUs, wanted, answered, refreshes, underWay): (Int64, Int, [Int], [String], Int) = (0, 0, [], [], 0)
        for round in 0..<200 {
            localUs += Int64.random(in: 0...300_000_000, using: &random)
            let event: SignIn.Event
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                wanted += 1
                event = .wanted(by: wanted)
            case 2: event = .refused(token: "t\(Int.random(in: 0...round, using: &random))")
            case 3 where underWay > 0:
                event = .tokens(
                    PlayerTokens(player: "1", token: "t\(round)", expiresIn: 900, refreshToken: "r\(round)"),
                    askedUs: localUs)
            case 4 where underWay > 0: event = .failed(FakeTill.problem(.unauthorized, 401))
            case 5 where underWay > 0: event = .failed(.unreachable(""))
            default: continue
            }
            switch event {
            case .tokens, .failed: underWay -= 1
            default: break
            }
            for action in signIn.handle(event, at: localUs) {
                switch action {
                case .give(_, let ids), .fail(_, let ids): answered += ids
                case .signIn: underWay += 1
                case .refresh(let token):
                    underWay += 1
                    refreshes.append(token)
                }
            }
            #expect(underWay <= 1)
        }
        if underWay > 0 {
            for action in signIn.handle(.tokens(tokens, askedUs: localUs), at: localUs) {
                if case .give(_, let ids) = action { answered += ids }
            }
        }
        #expect(answered.sorted() == Array(1..<wanted + 1))
        #expect(Set(refreshes).count == refreshes.count)
    }
}
