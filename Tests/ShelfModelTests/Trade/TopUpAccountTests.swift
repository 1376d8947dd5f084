import ShelfModel
import Testing

@Suite struct TopUpAccountTests {
    private let noon = Instant(milliseconds: 1_800_000_000_000)

    private func claim(_ player: Int64 = 1, amount: Int64 = 100) -> TopUpClaim {
        TopUpClaim(player: player, product: "gold", currency: "coins", amount: amount)
    }

    private func revision(_ minute: Int, _ thousandths: Int64) throws -> TopUpRevision {
        TopUpRevision(
            transaction: "t", revoked: try #require(RevokedShare(thousandthsOfPercent: thousandths)),
            signed: noon + .minutes(minute))
    }

    @Test func `it is the first player's who claims it`() {
        var account = TopUpAccount(transaction: "t")
        #expect(account.outstanding == 0)
        let answers = [account.take(claim(1)), account.take(claim(2)), account.take(claim(1, amount: 500))]
        #expect(answers == [true, false, true])
        #expect(account.claim == claim(1))
        #expect(account.outstanding == 100)
    }

    @Test func `the word that was signed last holds, and each is heard once`() throws {
        var account = TopUpAccount(transaction: "t")
        let answers = try [revision(5, 100_000), revision(5, 0), revision(4, 0)].map { account.take($0) }
        #expect(answers == [true, false, false])
        #expect(account.revoked == .whole)
        _ = try account.take(revision(6, 0))
        #expect(account.revoked == .none)
    }

    @Test func `in whatever order the news comes, the same is given in the end`() throws {
        let words = try [revision(1, 30_000), revision(2, 100_000), revision(3, 12_345)]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 3, 1, 0], [3, 0, 2, 1]] {
            var account = TopUpAccount(transaction: "t")
            for index in order {
                if index == 3 { _ = account.take(claim()) } else { _ = account.take(words[index]) }
                account.note(account.outstanding)
            }
            #expect(account.given == 88, "12.345 % of 100 is 12")
        }
    }

    @Test func `what couldn't be taken stays outstanding, and is not given again`() throws {
        var account = TopUpAccount(transaction: "t")
        _ = account.take(claim())
        account.note(100)
        _ = try account.take(revision(1, 100_000))
        #expect(account.change(from: 100) == -100)
        account.note(-40)
        #expect(account.outstanding == -60)
        _ = try account.take(revision(2, 0))
        #expect(account.change(from: 0) == 40)
    }

    @Test func `no more is taken than is newly revoked`() throws {
        var account = TopUpAccount(transaction: "t")
        _ = account.take(claim())
        account.note(100)
        _ = try account.take(revision(1, 30_000))
        account.note(-10)
        let changes = try ([(2, 30_000), (3, 80_000), (4, 20_000)] as [(Int, Int64)]).map { minute, share in
            let before = account.due
            _ = try account.take(revision(minute, share))
            return account.change(from: before)
        }
        #expect(changes == [0, -50, 0], "20 were spent before the first, and stay spent")
    }

    @Test func `what a wallet doesn't hold is lacking`() {
        #expect(TopUpAccount.lacking(-100, in: 40) == 60)
        #expect(TopUpAccount.lacking(-100, in: 100) == 0)
        #expect(TopUpAccount.lacking(.max, in: .max) == 0)
    }

    @Test func `no amount is too large for it`() throws {
        var account = TopUpAccount(transaction: "t")
        _ = account.take(claim(amount: .max))
        account.note(account.outstanding)
        _ = try account.take(revision(1, 100_000))
        #expect(account.change(from: .max) == -.max)
        #expect(TopUpAccount.lacking(-.max, in: 0) == .max)
    }
}
