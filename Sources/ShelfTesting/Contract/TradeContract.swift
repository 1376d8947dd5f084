package import ShelfDatabase
package import ShelfModel

extension DatabaseContract {
    /// The promises of every database about money and goods.
    package static let trade: [DatabaseContract] = [
        DatabaseContract("a credential finds its player, who is given the welcome once") { database in
            let first = try await database.player(credential: [1], gifts: ["coins": 70], at: Trade.noon)
            let again = try await database.player(credential: [1], gifts: ["coins": 70], at: Trade.noon)
            let other = try await database.player(credential: [2], gifts: [:], at: Trade.noon)
            try expect(await database.player(ofCredential: [1]) == first, "a credential isn't known")
            try expect(await database.player(ofCredential: [3]) == nil, "a credential is known that nobody has")
            try expect(first == again && first != other, "credentials and players don't belong together")
            try expect(await database.balances(of: first) == ["coins": 70], "the welcome isn't there once")
            try expect(await database.balances(of: other).isEmpty, "a player is given what others are given")
        },
        DatabaseContract("many come in at once, each as who they are") { database in
            let signIns = [(1, 5), (2, 6), (1, 7)].map { Trade.signIn(credential: $0, token: $1) }
            let signedIn = try await database.signIn(signIns)
            try expect(signedIn[0].player == signedIn[2].player, "one credential is two players")
            try expect(signedIn[0].player != signedIn[1].player, "two credentials are one player")
            try expect(Set(signedIn.map(\.family)).count == 3, "two share a family")
            try expect(await database.balances(of: signedIn[0].player) == ["coins": 70], "the welcome isn't there once")
            for (signIn, signedIn) in zip(signIns, signedIn) {
                let answer = try await database.rotate(
                    family: signedIn.family, presented: signIn.token, next: [9], until: signIn.until, at: signIn.at)
                try expect(answer == .rotated(player: signedIn.player), "a token isn't of its family")
            }
        },
        DatabaseContract("a secret is kept as it was first given") { database in
            try expect(await database.keep(secret: [1, 2], as: "a") == [1, 2], "the first isn't kept")
            try expect(await database.keep(secret: [3], as: "a") == [1, 2], "a second replaces the first")
            try expect(await database.keep(secret: [3], as: "b") == [3], "names are mixed up")
        },
        DatabaseContract("an old refresh token that comes back ends its family") { database in
            let signedIn = try await database.signIn([Trade.signIn(token: 1, until: Trade.noon + .days(1))])[0]
            let (player, family) = (signedIn.player, signedIn.family)
            func rotate(_ presented: UInt8, _ next: UInt8, _ at: Instant = Trade.noon) async throws -> RotationAnswer {
                try await database.rotate(
                    family: family, presented: [presented], next: [next], until: Trade.noon + .days(2), at: at)
            }
            try expect(await rotate(1, 2) == .rotated(player: player), "the newest token is refused")
            try expect(
                await rotate(2, 3, Trade.noon + .days(1)) == .rotated(player: player), "rotation doesn't prolong")
            try expect(await rotate(2, 4) == .revoked, "an old token is taken")
            try expect(await rotate(3, 4) == .unknown, "a revoked family goes on")
            let short = try await database.signIn([Trade.signIn(token: 9, until: Trade.noon)])[0].family
            let late = try await database.rotate(
                family: short, presented: [9], next: [8], until: Trade.noon + .days(1), at: Trade.noon)
            try expect(late == .unknown, "an expired family goes on")
        },
        DatabaseContract("a player has sixteen families at most, and those that would end first go") { database in
            func begin(_ token: UInt8, ending day: Int, by credential: UInt8 = 3) async throws -> Int64 {
                let signIn = DeviceSignIn(
                    credential: [credential], gifts: [:], token: [token], until: Trade.noon + .days(day),
                    at: Trade.noon + .seconds(Int(token)))
                let signedIn = try await database.signIn([signIn])
                return signedIn[0].family
            }
            func isGood(_ family: Int64, _ token: UInt8) async throws -> Bool {
                let answer = try await database.rotate(
                    family: family, presented: [token], next: [token], until: Trade.noon + .days(99), at: Trade.noon)
                return answer != .unknown
            }
            let others = try await begin(0, ending: 1, by: 4)
            var families: [Int64] = []
            for token: UInt8 in 1...20 { families.append(try await begin(token, ending: 50 - Int(token))) }
            for (index, family) in families.enumerated() {
                // The newest family stays, although it ends first.
                try expect(await isGood(family, UInt8(index + 1)) == (index < 15 || index == 19), "family \(index + 1)")
            }
            try expect(await isGood(others, 0), "another player's families count")
        },
        DatabaseContract("families that have ended are forgotten, whosever they are, and no others") { database in
            var families: [Int64] = []
            for credential: UInt8 in 1...3 {
                let until = Trade.noon + .days(Int(credential))
                let signIn = Trade.signIn(credential: credential, token: 1, until: until)
                families.append(try await database.signIn([signIn])[0].family)
            }
            try await database.forgetTokenFamilies(endedBy: Trade.noon + .days(2))
            // The question is asked for noon, when no family had ended. So a family that is unknown has been deleted.
            var answers: [RotationAnswer] = []
            for family in families {
                answers.append(
                    try await database.rotate(
                        family: family, presented: [1], next: [2], until: Trade.noon + .days(9), at: Trade.noon))
            }
            try expect(answers.map { $0 == .unknown } == [true, true, false], "\(answers)")
        },
        DatabaseContract("a batch is judged order by order, and kept") { database in
            let player = try await Trade.player(database, coins: 100)
            let answers = try await database.settle([
                Trade.order(player, "a"), Trade.order(player, "b", price: 90), Trade.order(player, "c"),
                Trade.order(player, "a"),
            ])
            try expect(
                answers.map(\.verdict) == [
                    .sold(number: 1), .refused(.insufficientFunds), .sold(number: 2), .sold(number: 1),
                ],
                "verdicts are wrong")
            try expect(
                answers.map(\.isReplay) == [false, false, false, true], "a repeated order isn't told from a new one")
            try expect(await database.balances(of: player) == ["coins": 20], "the balance is wrong")
            try expect(answers.map(\.balance) == [60, 60, 20, 20], "balances are told wrongly")
            try expect(
                await database.inventory(of: player) == [
                    OwnedItem(item: "kite", count: 2, numbers: [1, 2], card: Trade.card("kite", price: 40))
                ],
                "the inventory is wrong")
            try expect(
                await database.orders(of: player, before: nil, limit: 9).map(\.settled.order.id.key) == [
                    "c", "b", "a",
                ],
                "orders are lost or unordered")
            try expect(await database.editionsSold() == ["kite": 2], "the edition is miscounted")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("a wallet is known by its currency's bytes: another spelling's money buys nothing") {
            database in
            let gifts = [Trade.composed: Int64(100)]
            let player = try await database.player(credential: [1], gifts: gifts, at: Trade.noon)
            func order(_ key: String, _ currency: String, offered: Int64? = nil) -> PurchaseOrder {
                Trade.order(player, key, price: 7, offered: offered, currency: currency)
            }
            let alone = try await database.settle([order("alone", Trade.decomposed)])
            try expect(alone.map(\.verdict) == [.refused(.insufficientFunds)], "another spelling's money is spent")
            let batch = (0..<5).flatMap { number in
                [order("wrong \(number)", Trade.composed, offered: 1), order("good \(number)", Trade.decomposed)]
            }
            let answers = try await database.settle(batch).map(\.verdict)
            let expected = [PurchaseVerdict.refused(.priceChanged), .refused(.insufficientFunds)]
            try expect(answers == (0..<5).flatMap { _ in expected }, "what else is in a batch changes a verdict")
            try expect(await database.inventory(of: player).isEmpty, "goods are given for nothing")
            try expect(await database.settle([order("right", Trade.composed)])[0].balance == 93, "it buys nothing")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("balances are told though a currency has two spellings") { database in
            let player = try await Trade.player(database)
            for (currency, amount) in [(Trade.composed, 5), (Trade.decomposed, 7)] as [(String, Int64)] {
                let answer = try await database.post(Trade.posting(player, amount, currency, currency: currency))
                guard case .posted(_, amount, false) = answer else {
                    throw DatabaseContract.Broken(description: "two spellings share a wallet: \(answer)")
                }
            }
            try expect(await database.balances(of: player).count == 1, "Swift has learnt to tell spellings apart")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("what costs nothing is sold to a player without a wallet") { database in
            let player = try await Trade.player(database)
            let answer = try await database.settle([Trade.order(player, "free", price: 0)])[0]
            try expect(answer.verdict == .sold(number: 1), "it is \(answer)")
        },
        DatabaseContract("numbers of players and purchases say when they were given, and a player's grow") { database in
            let first = try await Trade.player(database, coins: 1000)
            let second = try await database.player(credential: [78], gifts: [:], at: Trade.noon)
            var bought: [Int64] = []
            for batch in 0..<3 {
                let orders = (0..<4).map { Trade.order(first, "\(batch) \($0)", at: Trade.noon + .seconds(2 - batch)) }
                bought += try await Trade.settle(database, orders).map(\.id)
            }
            for number in [first, second] + bought {
                let given = Instant(milliseconds: number >> 11)
                try expect(given >= Trade.noon && given < Trade.noon + .seconds(3), "\(number) says another time")
                try expect(number < 1 << 53, "\(number) is not exact in JavaScript")
            }
            try expect(first != second && Set(bought).count == bought.count, "a number was given twice")
            try expect(bought == bought.sorted(), "a player's numbers don't grow")
            let page = try await database.orders(of: first, before: bought[7], limit: 3)
            try expect(page.map(\.settled.id) == [bought[6], bought[5], bought[4]], "a page is cut elsewhere")
        },
        DatabaseContract("who isn't there buys nothing, and keeps nobody from buying") { database in
            let player = try await Trade.player(database, coins: 40)
            let orders = [Trade.order(99, "a"), Trade.order(player, "a"), Trade.order(99, "b", price: 0)]
            let answers = try await database.settle(orders)
            try expect(answers[0] == .unknownPlayer && answers[2] == .unknownPlayer, "nobody bought something")
            try expect(answers[1].verdict == .sold(number: 1), "another is kept from buying")
            try expect(await database.settled(orders[0].id) == nil, "nobody's order is kept")
        },
        DatabaseContract("an order that was settled is answered the same in another batch") { database in
            let player = try await Trade.player(database, coins: 40)
            let first = try await database.settle([Trade.order(player, "a"), Trade.order(player, "b")])
            _ = try await database.post(Trade.posting(player, 500, "more"))
            let second = try await database.settle([Trade.order(player, "b"), Trade.order(player, "a")])
            try expect(second.map(\.settled) == Array(first.map(\.settled).reversed()), "a second answer differs")
            try expect(second.map(\.isReplay) == [true, true], "a replay isn't told")
            let reused = try await database.settle([Trade.order(player, "a", price: 41)])
            try expect(reused == [.keyReused], "a key is taken for another request")
            try expect(
                await database.settled(OrderID(player: player, key: "a")) == first[0].settled, "not found by its key")
        },
        DatabaseContract("limits and stock hold from batch to batch") { database in
            let player = try await Trade.player(database, coins: 1000)
            func verdict(_ key: String, stock: Int64? = nil, _ limits: PurchaseLimits = .none) async throws
                -> PurchaseVerdict?
            {
                let order = Trade.order(player, key, slot: 1, stock: stock, limits: limits)
                let answers = try await database.settle([order])
                return answers[0].verdict
            }
            try expect(await verdict("a", stock: 1, PurchaseLimits(listing: 2, day: 2)) == .sold(number: 1), "not sold")
            try expect(await verdict("b", stock: 1) == .refused(.soldOut), "more is sold than there is")
            try expect(await verdict("c", PurchaseLimits(item: 1)) == .refused(.ownedAlready), "owned twice")
            try expect(
                await verdict("d", PurchaseLimits(listing: 1)) == .refused(.limitReached), "a listing's limit is lost")
            try expect(await verdict("e", PurchaseLimits(day: 1)) == .refused(.limitReached), "a day's limit is lost")
            try expect(await verdict("f", PurchaseLimits(day: 2)) == .sold(number: 2), "a limit holds too early")
        },
        DatabaseContract("a posting is made once, and never below zero nor beyond 2^53 - 1") { database in
            let player = try await Trade.player(database)
            let first = try await database.post(Trade.posting(player, 50, "a"))
            guard case .posted(let entry, 50, false) = first else { throw Broken(description: "not posted") }
            try expect(
                await database.post(Trade.posting(player, 50, "a")) == .posted(entry, balance: 50, isReplay: true),
                "posted twice")
            try expect(await database.post(Trade.posting(player, 51, "a")) == .keyReused, "a key is taken twice")
            try expect(await database.post(Trade.posting(player, -51, "b")) == .impossible(balance: 50), "below zero")
            for amount in [9_007_199_254_740_942, .max] as [Int64] {
                try expect(
                    await database.post(Trade.posting(player, amount, "c")) == .impossible(balance: 50),
                    "a wallet holds \(amount) more")
            }
            try expect(await database.post(Trade.posting(99, 1, "d")) == .unknownPlayer, "nobody's wallet")
            guard
                case .posted(_, 0, false) = try await database.post(
                    Trade.posting(player, -80, "e", takesWhatIsThere: true))
            else { throw Broken(description: "what is there isn't taken") }
            try expect(
                await database.journal(of: player, before: nil, limit: 9).map(\.amount) == [-50, 50],
                "the journal is wrong")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("a journal is read page by page, each entry once") { database in
            let players = [
                try await Trade.player(database, coins: 1000),
                try await database.player(credential: [8], gifts: ["coins": 1000], at: Trade.noon),
            ]
            for round in 0..<12 {
                let player = players[round % 2]
                // Free, refused and paid purchases; some are taken back, and a game gives something in between.
                let bought = try await database.settle([
                    Trade.order(player, "free \(round)", price: 0),
                    Trade.order(player, "dear \(round)", price: 1 << 40),
                    Trade.order(player, "paid \(round)", price: 3),
                    Trade.order(players[1 - round % 2], "too \(round)", price: 5),
                ])
                if round % 3 == 0, case .judged(let paid, _, _) = bought[2] {
                    _ = try await database.reverse(Trade.reversal(paid.id, "back \(round)"))
                }
                if round % 4 == 1 { _ = try await database.post(Trade.posting(player, 7, "gift \(round)")) }
            }
            for player in players {
                let whole = try await database.journal(of: player, before: nil, limit: 999)
                try expect(whole.count > 12, "entries are missing")
                for limit in [1, 2, 5] {
                    var (found, before) = ([JournalEntry](), Int64?.none)
                    while true {
                        let page = try await database.journal(of: player, before: before, limit: limit)
                        found += page
                        guard let last = page.last else { break }
                        before = last.id
                    }
                    try expect(found == whole, "pages of \(limit) aren't the whole journal")
                }
            }
        },
        DatabaseContract("a purchase is taken back once, and its number is never sold again") { database in
            let player = try await Trade.player(database, coins: 100)
            let bought = try await Trade.settle(
                database, [Trade.order(player, "a"), Trade.order(player, "b", price: 900)])
            let refund = Trade.reversal(bought[0].id, "r")
            guard case .reversed(let kept, 100, false) = try await database.reverse(refund), kept.reversal == refund
            else { throw Broken(description: "not refunded") }
            guard case .reversed(kept, 100, true) = try await database.reverse(refund) else {
                throw Broken(description: "a repeated refund isn't told from a new one")
            }
            try expect(
                await database.reverse(Trade.reversal(bought[0].id, "s")) == .reversedAlready(refund), "refunded twice")
            try expect(
                await database.reverse(Trade.reversal(bought[1].id, "t")) == .notSold, "a refused order is refunded")
            try expect(await database.reverse(Trade.reversal(99, "u")) == .notSold, "nothing is refunded")
            try expect(await database.inventory(of: player).isEmpty, "it is still owned")
            let next = try await Trade.settle(database, [Trade.order(player, "c")])
            try expect(next[0].verdict == .sold(number: 2), "a number is sold twice")
            try expect(await database.order(bought[0].id) == kept, "the reversal isn't remembered")
            _ = try await database.reverse(Trade.reversal(next[0].id, "v", .revocation))
            try expect(await database.balances(of: player) == ["coins": 60], "a revocation pays")
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("a full wallet pays, and takes back no more than it has room for") { database in
            let player = try await Trade.player(database, coins: 9_007_199_254_740_991)
            try expect(await database.balances(of: player) == ["coins": 9_007_199_254_740_991], "not all is given")
            let answer = try await database.settle([Trade.order(player, "a")])[0]
            try expect(answer.balance == 9_007_199_254_740_951, "\(answer)")
            let refund = Trade.reversal(answer.settled?.id ?? 0, "r")
            _ = try await database.post(Trade.posting(player, 1, "p"))
            try expect(
                await database.reverse(refund) == .impossible(balance: 9_007_199_254_740_952), "it holds too much")
            _ = try await database.post(Trade.posting(player, -1, "q"))
            guard case .reversed(_, 9_007_199_254_740_991, false) = try await database.reverse(refund) else {
                throw Broken(description: "what fits isn't taken back")
            }
            try expect(await database.unbalancedWallets().isEmpty, "a balance is not the sum of its entries")
        },
        DatabaseContract("an operator's key is good for one thing") { database in
            let player = try await Trade.player(database, coins: 200)
            let bought = try await Trade.settle(database, ["a", "b", "c"].map { Trade.order(player, $0) }).map(\.id)
            _ = try await database.reverse(Trade.reversal(bought[0], "k"))
            func again(_ number: Int, _ kind: Reversal.Kind, _ reason: String) async throws -> ReversalAnswer {
                try await database.reverse(
                    Reversal(
                        purchase: bought[number], kind: kind, reason: reason, by: "anna", key: "k", at: Trade.noon))
            }
            try expect(await again(1, .refund, "test") == .keyReused, "it takes a second purchase back")
            try expect(await again(0, .revocation, "test") == .keyReused, "another kind is the same")
            try expect(await again(0, .refund, "other") == .keyReused, "another reason is the same")
            try expect(await database.post(Trade.posting(player, 5, "k")) == .keyReused, "it posts as well")
            _ = try await database.post(Trade.posting(player, 5, "p"))
            try expect(await database.reverse(Trade.reversal(bought[1], "p")) == .keyReused, "a posting's takes back")
            try expect(await database.balances(of: player) == ["coins": 125], "the balance is wrong")
            let bens = Reversal(
                purchase: bought[1], kind: .refund, reason: "test", by: "ben", key: "k", at: Trade.noon)
            guard case .reversed(_, 165, false) = try await database.reverse(bens) else {
                throw Broken(description: "another operator's key is taken for this one's")
            }
        },
        DatabaseContract("what an operator does is written down with it, however it ends") { database in
            let player = try await Trade.player(database, coins: 40)
            let bought = try await Trade.settle(database, [Trade.order(player, "a")])[0].id
            let about = AuditSubject(player: player, purchase: bought, currency: "coins", amount: -3, reason: "sorry")
            @Sendable func entry(_ what: String, about: AuditSubject = .none) -> AuditEntry {
                AuditEntry(id: 0, at: Trade.noon, by: "anna", what: what, status: 200, about: about)
            }
            for (amount, key) in [(5, "p"), (5, "p"), (6, "p")] as [(Int64, String)] {
                _ = try await database.post(Trade.posting(player, amount, key)) { answer in
                    entry(answer == .keyReused ? "reused" : "posted")
                }
            }
            _ = try await database.reverse(Trade.reversal(bought, "r")) { _ in entry("reversed") }
            _ = try await database.reverse(Trade.reversal(9, "s")) {
                $0 == .notSold ? entry("not sold", about: about) : nil
            }
            _ = try await database.post(Trade.posting(player, 7, "q"))
            let log = try await database.auditLog(before: nil, limit: 9)
            try expect(log.map(\.what) == ["not sold", "reversed", "reused", "posted", "posted"], "\(log)")
            try expect(zip(log, log.dropFirst()).allSatisfy { $0.id > $1.id }, "uses are not numbered as they come")
            try expect(
                log[0]
                    == AuditEntry(
                        id: log[0].id, at: Trade.noon, by: "anna", what: "not sold", status: 200, about: about),
                "a use is kept otherwise")
            try expect(log[1].about == .none, "a use is about what another was")
        },
        DatabaseContract("support finds players by number and one after the other") { database in
            var players: [StoredPlayer] = []
            for index: UInt8 in 0..<5 {
                let at = Trade.noon + .seconds(Int(index))
                let number = try await database.player(credential: [index], gifts: [:], at: at)
                players.insert(StoredPlayer(id: number, createdAt: at), at: 0)
            }
            try expect(await database.player(players[3].id) == players[3], "a player isn't found")
            try expect(await database.player(players[3].id + 1) == nil, "a number that nobody has finds somebody")
            let first = try await database.players(before: nil, limit: 2)
            try expect(first == Array(players[..<2]), "the newest don't come first")
            let rest = try await database.players(before: first[1].id, limit: 9)
            try expect(rest == Array(players[2...]), "a page doesn't follow the one before")
        },
        DatabaseContract("support finds the orders of an item and of a listing, page by page") { database in
            let first = try await Trade.player(database, coins: 100)
            let second = try await database.player(credential: [78], gifts: [:], at: Trade.noon)
            func name(_ slot: Int, _ store: String = "main") -> ListingName {
                Trade.order(first, "", store: store, slot: slot).listing
            }
            _ = try await database.settle([
                Trade.order(first, "a"), Trade.order(second, "b"), Trade.order(first, "c", slot: 4),
                Trade.order(first, "d", item: "ball"), Trade.order(second, "e", store: "other", slot: 4),
            ])
            func keys(_ orders: [KeptOrder]) -> [String] { orders.map(\.settled.order.id.key) }
            let kites = try await database.orders(ofItem: "kite", before: nil, limit: 3)
            try expect(keys(kites) == ["e", "c", "b"], "\(keys(kites))")
            let older = try await database.orders(ofItem: "kite", before: kites[2].settled.id, limit: 3)
            try expect(keys(older) == ["a"] && older[0].card != nil, "a page doesn't follow the one before")
            try expect(await database.orders(ofItem: "boat", before: nil, limit: 3).isEmpty, "boats were never sold")
            let third = try await database.orders(ofListing: name(3), before: nil, limit: 2)
            try expect(keys(third) == ["d", "b"], "\(keys(third))")
            let rest = try await database.orders(ofListing: name(3), before: third[1].settled.id, limit: 2)
            try expect(keys(rest) == ["a"], "a page doesn't follow the one before")
            try expect(
                await keys(database.orders(ofListing: name(4), before: nil, limit: 9)) == ["c"],
                "listings of two stores are one")
            try expect(
                await database.orders(ofListing: name(5), before: nil, limit: 9).isEmpty, "nobody bought from it")
        },
        DatabaseContract("what was bought keeps the card that was shown, and what is owned the latest") { database in
            let player = try await Trade.player(database, coins: 200)
            func name(_ key: String) -> [UInt8] { Trade.card("kite", price: 40, name: "Kite \(key)") }
            func owned() async throws -> [[UInt8]?] { try await database.inventory(of: player).map(\.card) }
            let orders = ["a", "b", "c", "b"].enumerated().map { Trade.order(player, "\($0)", card: name($1)) }
            let bought = try await Trade.settle(database, orders).map(\.id)
            let refused = Trade.order(player, "poor", price: 900, card: name("poor"))
            _ = try await database.settle([refused, Trade.order(player, "0", card: name("another"))])
            let kept = try await database.orders(of: player, before: nil, limit: 9).map(\.card)
            try expect(kept == ["poor", "b", "c", "b", "a"].map(name), "a card is lost, or another's")
            try expect(await database.order(bought[2])?.card == name("c"), "one purchase has no card")
            try expect(await owned() == [name("b")], "not the latest is owned")
            for (key, left) in [(3, "c"), (0, "c"), (2, "b")] {
                guard
                    case .reversed(let answer, _, _) = try await database.reverse(
                        Trade.reversal(bought[key], "r\(key)")), answer.card == orders[key].terms.card
                else { throw Broken(description: "a purchase is taken back with another card") }
                try expect(await owned() == [name(left)], "not the latest that is left is owned")
            }
            let again = try await Trade.settle(database, [Trade.order(player, "d", card: name("d"))])
            _ = try await database.reverse(Trade.reversal(again[0].id, "r d"))
            try expect(await owned() == [name("b")], "what was taken back stays the latest")
        },
        DatabaseContract("refusals are forgotten in time, however many, and purchases never") { database in
            let player = try await Trade.player(database, coins: 40)
            _ = try await database.settle([Trade.order(player, "a")] + Trade.refused(player, 200))
            let others = try await Trade.refuse(120, of: 20, on: database)
            try await database.forgetRefusals(before: Trade.noon + .days(1))
            let kept = try await database.orders(of: player, before: nil, limit: 9)
            try expect(kept.map(\.settled.order.id.key) == ["a"], "what is forgotten is wrong")
            for other in others {
                try expect(await database.orders(of: other, before: nil, limit: 9).isEmpty, "some aren't forgotten")
            }
        },
        DatabaseContract("of a player's refusals the newest two hundred are kept, and of another's as many") {
            database in
            let player = try await Trade.player(database, coins: 40)
            let others = try await Trade.refuse(150, of: 1, on: database)
            _ = try await database.settle([Trade.order(player, "a")] + Trade.refused(player, 120))
            _ = try await database.settle(Trade.refused(player, 207))
            let kept = try await database.orders(of: player, before: nil, limit: 999).map(\.settled.order.id.key)
            try expect(kept == (7..<207).map { "no \($0)" }.reversed() + ["a"], "\(kept.count) are kept: \(kept)")
            try expect(
                await database.orders(of: others[0], before: nil, limit: 999).count == 150, "another's are forgotten")
            let again = try await database.settle(Trade.refused(player, 8).suffix(2))
            try expect(
                again.map(\.isReplay) == [false, true], "what is forgotten isn't judged anew, or what is kept is")
            let whole = try await database.orders(of: player, before: nil, limit: 999)
            try expect(whole.count == 201 && whole.last?.settled.order.id.key == "a", "purchases are forgotten")
        },
        DatabaseContract("random histories agree with a simple model") { database in
            for seed in 0..<6 {
                var history = TradeHistory(seed: UInt64(seed))
                try await history.play(on: database)
            }
        },
    ]
}

/// Shorthands for what players and operators do.
package enum Trade {
    package static let noon = Instant(milliseconds: 1_800_000_000_000)

    static func signIn(credential: UInt8 = 3, token: UInt8, until: Instant = noon + .days(1)) -> DeviceSignIn {
        DeviceSignIn(
            credential: [credential], gifts: ["coins": 70], token: [token], until: until,
            at: min(noon, until - .days(1)))
    }

    package static func player(_ database: any ShelfDatabase, coins: Int64 = 0) async throws -> Int64 {
        try await database.player(credential: [77], gifts: ["coins": coins], at: noon)
    }

    /// Settles orders that are new.
    package static func settle(_ database: any ShelfDatabase, _ orders: [PurchaseOrder]) async throws
        -> [SettledOrder]
    {
        try await database.settle(orders).map { answer in
            guard let settled = answer.settled else { throw DatabaseContract.Broken(description: "\(answer)") }
            return settled
        }
    }

    /// Creates many players, each with a number of refused orders.
    package static func refuse(
        _ count: Int, of players: UInt8, on database: any ShelfDatabase
    ) async throws -> [Int64] {
        var refused: [Int64] = []
        for index in 0..<players {
            let player = try await database.player(credential: [index, 0], gifts: [:], at: noon)
            _ = try await database.settle(self.refused(player, count))
            refused.append(player)
        }
        return refused
    }

    /// Orders at a price that nobody can pay, with the keys `no 0`, `no 1` …
    package static func refused(_ player: Int64, _ count: Int) -> [PurchaseOrder] {
        (0..<count).map { order(player, "no \($0)", price: 900) }
    }

    package static func order(
        _ player: Int64, _ key: String, store: String = "main", price: Int64 = 40, offered: Int64? = nil,
        currency: String = "coins", item: String = "kite", slot: Int = 3, edition: Int64? = 100, stock: Int64? = nil,
        limits: PurchaseLimits = .none, card: [UInt8]? = nil, at: Instant = noon, basis: ContentBasis? = nil
    ) -> PurchaseOrder {
        PurchaseOrder(
            player: player, key: key,
            listing: ListingName(
                store: store, chain: [UInt8](repeating: 5, count: 16), slot: slot, position: 2, revision: 0),
            offered: offered ?? price, at: at,
            terms: SaleTerms(
                item: item, card: card ?? Self.card(item, price: price), currency: currency, price: price,
                end: noon + .minutes(1), edition: edition, stock: stock, limits: limits),
            basis: basis)
    }

    /// One name in two spellings, which Swift finds equal and which differ in their bytes.
    package static let (composed, decomposed) = ("M\u{FC}nzen", "Mu\u{308}nzen")

    package static func card(_ item: String, price: Int64, name: String? = nil) -> [UInt8] {
        Array(#"{"item":"\#(item)","name":"\#(name ?? item)","price":\#(price),"set":"toys"}"#.utf8)
    }

    package static func posting(
        _ player: Int64, _ amount: Int64, _ key: String, currency: String = "coins", takesWhatIsThere: Bool = false
    ) -> Posting {
        Posting(
            player: player, currency: currency, amount: amount, counterpart: .grants, reason: "test", by: "anna",
            key: key, at: noon, takesWhatIsThere: takesWhatIsThere)
    }

    package static func reversal(_ purchase: Int64, _ key: String, _ kind: Reversal.Kind = .refund) -> Reversal {
        Reversal(purchase: purchase, kind: kind, reason: "test", by: "anna", key: key, at: noon)
    }
}

extension PurchaseAnswer {
    package var settled: SettledOrder? {
        if case .judged(let settled, _, _) = self { settled } else { nil }
    }

    package var verdict: PurchaseVerdict? { settled?.verdict }

    package var balance: Int64? {
        if case .judged(_, let balance, _) = self { balance } else { nil }
    }

    package var isReplay: Bool {
        if case .judged(_, _, let isReplay) = self { isReplay } else { false }
    }
}
