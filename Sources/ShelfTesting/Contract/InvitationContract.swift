import ShelfDatabase
import ShelfModel

extension DatabaseContract {
    /// The promises of every database to matches and invitations.
    package static let invitations: [DatabaseContract] = [
        DatabaseContract("a player keeps a friend code until a new one ends it") { database in
            let people = try await Meeting(database)
            let (first, second, third) = (Meeting.code(1), Meeting.code(2), Meeting.code(3))
            try expect(await database.keep(first, of: people.ann, at: Trade.noon) == first, "a code isn't kept")
            try expect(await database.keep(second, of: people.ann, at: Trade.noon) == first, "a second code is kept")
            try await database.renew(third, of: people.ann, at: Trade.noon)
            try expect(await database.keep(second, of: people.ann, at: Trade.noon) == third, "a code isn't renewed")
            _ = try await database.keep(first, of: people.bob, at: Trade.noon)
            try await people.open(1, size: 2)
            _ = try await people.invite(1, .code(third), to: 1, from: people.bob, expecting: .noPlace)
            let sent = try await people.send(2, .code(first), to: 1)
            try expect(sent.to.player == people.bob && !sent.isSilent, "a code that was given up doesn't change hands")
        },
        DatabaseContract("a match is made once, and a player has eight at most") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 3)
            let again = Match(id: Meeting.id(1), size: 2, player: people.ann, at: Trade.noon)
            guard case .madeBefore(let known) = try await database.add(again, of: people.ann) else {
                throw Broken(description: "the same id makes two matches")
            }
            try expect(known.size == 3, "a match is replaced")
            for number in 2...8 { try await people.open(number, size: 2) }
            let ninth = Match(id: Meeting.id(9), size: 2, player: people.ann, at: Trade.noon)
            try expect(await database.add(ninth, of: people.ann) == .tooMany, "a player has nine matches")
            _ = try await database.leave(Meeting.id(1), player: people.ann, at: Trade.noon)
            try expect(await database.match(Meeting.id(1))?.state == .ended, "a match without players goes on")
            try expect(await database.add(ninth, of: people.ann) == .made(ninth), "a place that was left counts")
            let mine = try await database.matches(of: people.ann).map(\.id)
            try expect(
                Set(mine) == Set((2...9).map(Meeting.id)) && mine.count == 8, "a player has other matches")
            try expect(await database.matches(of: people.bob).isEmpty, "a player has the matches of others")
        },
        DatabaseContract("a payload is replaced only by those who have seen the one before") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 2)
            func move(_ version: Int64, by player: Int64, state: Match.State? = nil) async throws -> MatchMove.Judgement
            {
                try await database.apply(
                    MatchMove(
                        match: Meeting.id(1), player: player, version: version, payload: [UInt8(version), 7],
                        state: state, at: Trade.noon + .seconds(1)))
            }
            guard case .moved(let moved) = try await move(0, by: people.ann) else {
                throw Broken(description: "a payload isn't replaced")
            }
            try expect(moved.version == 1 && moved.payload == [0, 7], "the payload is another")
            try expect(await database.match(Meeting.id(1)) == moved, "the payload isn't kept")
            try expect(await move(0, by: people.ann) == .movedMeanwhile(moved), "an old version is taken")
            try expect(await move(1, by: people.bob) == .noPlace, "a stranger moves")
            _ = try await move(1, by: people.ann, state: .ended)
            try expect(await move(2, by: people.ann) == .over, "a match that is over is changed")
        },
        DatabaseContract("an invitation is accepted once, by its addressee alone, and gives a place") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 2)
            let sent = try await people.send(1, .code(people.bobsCode), to: 1)
            try expect(
                await database.accept(sent.id, by: people.cid, at: Trade.noon) == .failure(.notFound),
                "a stranger accepts")
            try expect(
                await database.accept(sent.id, by: people.ann, at: Trade.noon) == .failure(.notFound),
                "the sender accepts")
            try expect(await !database.decline(sent.id, by: people.cid, at: Trade.noon), "a stranger declines")
            try expect(await !database.cancel(sent.id, by: people.bob, at: Trade.noon), "the addressee cancels")
            for _ in 1...2 {
                let joined = try await database.accept(sent.id, by: people.bob, at: Trade.noon).get()
                try expect(joined.place == 2 && joined.match.freePlaces == 0, "the place is another")
                try expect(await database.match(Meeting.id(1)) == joined.match, "the place isn't kept")
            }
            let listed = try await database.invitations(of: people.bob, at: Trade.noon)
            try expect(listed.map(\.invitation.state) == [.accepted], "the invitation isn't settled")
            try expect(listed == (try await database.invitations(of: people.ann, at: Trade.noon)), "the lists differ")
            try expect(await database.invitations(of: people.cid, at: Trade.noon).isEmpty, "a stranger sees it")
            try expect(
                await !database.cancel(sent.id, by: people.ann, at: Trade.noon), "an accepted invitation is cancelled")
        },
        DatabaseContract("of many who accept at once no more join than there are places") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 3)
            var guests: [Int64] = []
            for number in 1...8 {
                let guest = try await Meeting.player(UInt8(50 + number), in: database)
                _ = try await database.keep(Meeting.code(UInt8(50 + number)), of: guest, at: Trade.noon)
                _ = try await people.send(number, .code(Meeting.code(UInt8(50 + number))), to: 1)
                guests.append(guest)
            }
            let answers = try await withThrowingTaskGroup(of: Result<JoinedMatch, InvitationRefusal>.self) { group in
                for (index, guest) in guests.enumerated() {
                    group.addTask {
                        try await database.accept(Meeting.id(101 + index), by: guest, at: Trade.noon)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let places = answers.compactMap { try? $0.get().place }
            try expect(Set(places) == [2, 3] && places.count == 2, "the places are others: \(places)")
            try expect(answers.count { $0 == .failure(.full) } == 6, "the others are told something else")
        },
        DatabaseContract("what reaches nobody looks like what does, and stays hidden") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 3)
            let first = try await people.send(1, .code(people.bobsCode), to: 1)
            guard
                case .blocked(let block) = try await database.block(
                    .invitation(first.id), by: people.bob, id: Meeting.id(200), at: Trade.noon)
            else { throw Broken(description: "a sender can't be blocked") }
            try expect(await database.invitations(of: people.bob, at: Trade.noon).isEmpty, "a blocked player's shows")
            let second = try await people.send(2, .code(people.bobsCode), to: 1)
            let ghost = try await people.send(3, .code(Meeting.code(99)), to: 1)
            try expect(second.isSilent && ghost.isSilent && ghost.to.player == nil, "it isn't silent")
            try expect(
                await database.accept(second.id, by: people.bob, at: Trade.noon) == .failure(.notFound),
                "what was blocked is accepted")
            let sent = try await database.invitations(of: people.ann, at: Trade.noon).map(\.invitation)
            try expect(
                sent.filter { $0.state == .pending }.map(\.id).sorted { $0[0] < $1[0] }
                    == [second.id, ghost.id], "the sender sees a difference")
            guard
                case .blocked(block) = try await database.block(
                    .invitation(first.id), by: people.bob, id: Meeting.id(201), at: Trade.noon)
            else { throw Broken(description: "a block that is asked for again is another one") }
            let again = try await people.send(4, .code(Meeting.code(99)), to: 1)
            let states = try await database.invitations(of: people.ann, at: Trade.noon).map(\.invitation)
            try expect(
                states.first { $0.id == ghost.id }?.state == .superseded && again.state == .pending,
                "a second invitation of nobody replaces nothing")
            try expect(await database.blocks(of: people.bob) == [block], "the block isn't listed")
            try expect(await !database.delete(block: block.id, by: people.cid), "a stranger ends a block")
            try expect(await database.delete(block: block.id, by: people.bob), "a block can't be ended")
            try expect(await !people.send(5, .code(people.bobsCode), to: 1).isSilent, "the block goes on")
        },
        DatabaseContract("the sender can't tell by any later act who was reached") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 3)
            let first = try await people.send(1, .code(people.bobsCode), to: 1)
            _ = try await database.block(.invitation(first.id), by: people.bob, id: Meeting.id(200), at: Trade.noon)
            for (number, code) in [people.bobsCode, Meeting.code(98)].enumerated() {
                let old = try await people.send(10 + 3 * number, .code(code), to: 1)
                let new = try await people.send(11 + 3 * number, .code(code), to: 1)
                try expect(
                    await !database.cancel(old.id, by: people.ann, at: Trade.noon), "a superseded one is cancelled")
                try expect(await database.cancel(new.id, by: people.ann, at: Trade.noon), "it can't be taken back")
                _ = try await people.send(12 + 3 * number, .code(code), to: 1)
            }
            _ = try await database.beginIncarnation(after: 1, at: Trade.noon)
            let states = try await database.invitations(of: people.ann, at: Trade.noon).reduce(
                into: [[UInt8]: String]()
            ) {
                $0[$1.invitation.id] = $1.invitation.state.rawValue
            }
            for number in [110, 111, 112] {
                let (blocked, nobody) = (states[Meeting.id(number)], states[Meeting.id(number + 3)])
                try expect(blocked != nil && blocked == nobody, "\(blocked ?? "") isn't \(nobody ?? "")")
            }
        },
        DatabaseContract("a code may be named five times an hour, whether or not it is anybody's") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 2)
            for (index, code) in [people.bobsCode, Meeting.code(98)].enumerated() {
                for number in 1...5 { _ = try await people.send(10 * index + number, .code(code), to: 1) }
                _ = try await people.invite(10 * index + 6, .code(code), to: 1, from: people.ann, expecting: .tooMany)
            }
            let last = try await database.accept(Meeting.id(105), by: people.bob, at: Trade.noon).get()
            try expect(last.place == 2, "the last one that was sent can't be accepted")
            _ = try await database.leave(Meeting.id(1), player: people.bob, at: Trade.noon)
            let later = Trade.noon + InvitationFacts.pairSpan
            try expect(await !people.send(40, .code(people.bobsCode), to: 1, at: later).isSilent, "it is so for ever")
        },
        DatabaseContract("a flood of what has ended hides nothing that is pending, and a list has its bound") {
            database in
            let people = try await Meeting(database)
            try await people.open(1, size: 2)
            let open = try await people.send(1, .code(people.bobsCode), to: 1)
            let later = Trade.noon + .seconds(1)
            for number in 1...120 {
                let id = [UInt8](repeating: 250, count: 15) + [UInt8(number)]
                let other = try await Meeting.player(UInt8(number + 100), in: database)
                _ = try await database.add(Match(id: id, size: 2, player: other, at: Trade.noon), of: other)
                _ = try await database.invite(
                    InvitationOrder(
                        id: id, match: id, from: other, to: .code(people.bobsCode), at: later,
                        expires: later + .hours(1)))
                _ = try await database.cancel(id, by: other, at: later)
                let ended = Match(id: [7] + id.dropFirst(), size: 2, player: people.cid, at: Trade.noon)
                _ = try await database.add(ended, of: people.cid)
                _ = try await database.apply(
                    MatchMove(
                        match: ended.id, player: people.cid, version: 0, payload: [], state: .ended, at: later))
            }
            let listed = try await database.invitations(of: people.bob, at: later)
            try expect(listed.contains { $0.invitation.id == open.id }, "it is hidden")
            try expect(listed.count == 100, "\(listed.count) are listed")
            try expect(await database.matches(of: people.cid).count == Match.mostListed, "all ended matches are listed")
        },
        DatabaseContract("an invitation tells its addressee why there is no way in") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 2)
            let old = try await people.send(1, .code(people.bobsCode), to: 1)
            let late = old.expires
            try expect(
                await database.accept(old.id, by: people.bob, at: late) == .failure(.expired), "it doesn't expire")
            let new = try await people.send(2, .code(people.bobsCode), to: 1)
            try expect(
                await database.accept(old.id, by: people.bob, at: Trade.noon) == .failure(.superseded),
                "the older one is still good")
            try expect(await database.cancel(new.id, by: people.ann, at: Trade.noon), "it can't be taken back")
            try expect(
                await database.accept(new.id, by: people.bob, at: Trade.noon) == .failure(.inviterGone),
                "what was taken back is still good")
            let third = try await people.send(3, .code(people.bobsCode), to: 1)
            _ = try await database.leave(Meeting.id(1), player: people.ann, at: Trade.noon)
            try expect(
                await database.accept(third.id, by: people.bob, at: Trade.noon) == .failure(.inviterGone),
                "the inviter is gone")
            try await people.open(2, size: 2)
            let fourth = try await people.send(4, .code(people.bobsCode), to: 2)
            _ = try await database.apply(
                MatchMove(
                    match: Meeting.id(2), player: people.ann, version: 0, payload: [], state: .closed, at: Trade.noon))
            try expect(
                await database.accept(fourth.id, by: people.bob, at: Trade.noon) == .failure(.closed),
                "a closed match is joined")
            _ = try await people.invite(
                5, .code(people.bobsCode), to: 2, from: people.ann, expecting: .refused(.closed))
        },
        DatabaseContract("who declined isn't asked again for an hour, and the order of one key counts once") {
            database in
            let people = try await Meeting(database)
            try await people.open(1, size: 2)
            let first = try await people.send(1, .code(people.bobsCode), to: 1)
            _ = try await people.invite(
                1, .code(people.bobsCode), to: 1, from: people.ann, expecting: .sentBefore(first))
            _ = try await people.invite(1, .code(Meeting.code(99)), to: 1, from: people.ann, expecting: .keyReused)
            try expect(await database.decline(first.id, by: people.bob, at: Trade.noon), "it can't be declined")
            try expect(await database.decline(first.id, by: people.bob, at: Trade.noon), "it can't be declined twice")
            try expect(
                await database.accept(first.id, by: people.bob, at: Trade.noon) == .failure(.notFound),
                "what was declined is accepted")
            try expect(await people.send(2, .code(people.bobsCode), to: 1).isSilent, "a player is asked at once again")
            let later = Trade.noon + InvitationFacts.coolDown
            try expect(
                await !people.send(3, .code(people.bobsCode), to: 1, at: later).isSilent,
                "a player is never asked again")
        },
        DatabaseContract("those who had places in one match can invite and block each other, and no others") {
            database in
            let people = try await Meeting(database)
            try await people.open(1, size: 2)
            let link = MatchLink(
                id: Meeting.id(1), match: Meeting.id(1), from: people.ann, at: Trade.noon,
                expires: Trade.noon + .hours(1))
            try expect(await database.add(link) == .made(link), "a link isn't made")
            try expect(await database.link(link.id)?.match.size == 2, "a link can't be looked at")
            let joined = try await database.accept(link: link.id, by: people.bob, at: Trade.noon).get()
            try expect(joined.place == 2, "a link gives another place")
            try expect(
                await database.accept(link: link.id, by: people.cid, at: Trade.noon) == .failure(.full),
                "a full match is joined")
            _ = try await database.leave(Meeting.id(1), player: people.bob, at: Trade.noon)
            try await people.open(2, size: 2)
            let sent = try await people.send(1, .place(2, match: Meeting.id(1)), to: 2)
            try expect(sent.to.player == people.bob && !sent.isSilent, "another player is invited")
            _ = try await database.add(
                Match(id: Meeting.id(3), size: 2, player: people.cid, at: Trade.noon), of: people.cid)
            _ = try await people.invite(
                2, .place(2, match: Meeting.id(1)), to: 3, from: people.cid, expecting: .noPlace)
            try expect(
                await database.block(
                    .place(2, match: Meeting.id(1)), by: people.cid, id: Meeting.id(9), at: Trade.noon) == .notFound,
                "a stranger is blocked")
            try expect(await !database.end(link: link.id, by: people.bob, at: Trade.noon), "another player ends a link")
            try expect(await database.end(link: link.id, by: people.ann, at: Trade.noon), "a link can't be ended")
            try expect(
                await database.accept(link: link.id, by: people.cid, at: Trade.noon) == .failure(.inviterGone),
                "a link that was ended is good")
            guard case .made(let known) = try await database.add(link), known.ended != nil else {
                throw Broken(description: "a late request makes an ended link again")
            }
        },
        DatabaseContract("an incarnation ends invitations and links, and keeps codes, matches and blocks") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 3)
            let sent = try await people.send(1, .code(people.bobsCode), to: 1)
            let link = MatchLink(
                id: Meeting.id(1), match: Meeting.id(1), from: people.ann, at: Trade.noon,
                expires: Trade.noon + .hours(1))
            _ = try await database.add(link)
            _ = try await database.beginIncarnation(after: 1, at: Trade.noon)
            try expect(
                await database.accept(sent.id, by: people.bob, at: Trade.noon) == .failure(.expired), "it goes on")
            try expect(await database.link(link.id) == nil, "a link goes on")
            try expect(
                await database.keep(Meeting.code(9), of: people.bob, at: Trade.noon) == people.bobsCode,
                "a code is lost")
            try expect(await database.match(Meeting.id(1))?.place(of: people.ann) != nil, "a match is lost")
        },
        DatabaseContract("matches are forgotten a day after they were over, invitations a day after they expired") {
            database in
            let people = try await Meeting(database)
            try await people.open(1, size: 2)
            try await people.open(2, size: 2)
            _ = try await people.send(1, .code(people.bobsCode), to: 2)
            _ = try await database.leave(Meeting.id(1), player: people.ann, at: Trade.noon)
            try await database.forgetMatches(at: Trade.noon + Match.keptAfterEnd)
            try expect(await database.match(Meeting.id(1)) != nil, "a match is forgotten too early")
            try expect(await database.invitations(of: people.bob, at: Trade.noon).count == 1, "an invitation is gone")
            try await database.forgetMatches(at: Trade.noon + Match.keptAfterEnd + .hours(2))
            try expect(await database.match(Meeting.id(1)) == nil, "a match stays")
            try expect(await database.match(Meeting.id(2)) != nil, "a match that goes on is forgotten")
            try expect(await database.invitations(of: people.bob, at: Trade.noon).isEmpty, "an invitation stays")
            try await database.forgetMatches(at: Trade.noon + .days(9))
            try expect(await database.match(Meeting.id(2)) == nil, "a match without moves stays")
            try expect(await database.matches(of: people.ann).isEmpty, "a place stays")
        },
        DatabaseContract("support ends what a player has sent, and says why in the audit log") { database in
            let people = try await Meeting(database)
            try await people.open(1, size: 2)
            let sent = try await people.send(1, .code(people.bobsCode), to: 1)
            let entry = AuditEntry(id: 0, at: Trade.noon, by: "eve", what: "POST /x", status: 200)
            let ended = try await database.endInvitations(of: people.ann, at: Trade.noon) { _ in entry }
            try expect(ended == 1, "another number is ended")
            try expect(
                await database.accept(sent.id, by: people.bob, at: Trade.noon) == .failure(.inviterGone), "it goes on")
            let none = try await database.endInvitations(of: 12345, at: Trade.noon) { _ in nil }
            try expect(none == nil, "a player who isn't there has invitations")
        },
    ]
}

/// Three players who want to meet, and what they do.
private struct Meeting {
    let database: any ShelfDatabase
    let ann: Int64
    let bob: Int64
    let cid: Int64
    let bobsCode = Self.code(20)

    init(_ database: any ShelfDatabase) async throws {
        self.database = database
        ann = try await Self.player(1, in: database)
        bob = try await Self.player(2, in: database)
        cid = try await Self.player(3, in: database)
    }

    static func player(_ number: UInt8, in database: any ShelfDatabase) async throws -> Int64 {
        try await database.player(credential: [UInt8](repeating: number, count: 32), gifts: [:], at: Trade.noon)
    }

    static func id(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number), count: 16) }

    static func code(_ number: UInt8) -> FriendCode { FriendCode(bytes: [UInt8](repeating: number, count: 10))! }

    /// Ann makes a match.
    func open(_ number: Int, size: Int) async throws {
        _ = try await database.add(Match(id: Self.id(number), size: size, player: ann, at: Trade.noon), of: ann)
    }

    func invite(
        _ number: Int, _ addressee: InvitationOrder.Addressee, to match: Int, from player: Int64,
        at instant: Instant = Trade.noon, expecting expected: InvitationOrder.Judgement? = nil
    ) async throws -> InvitationOrder.Judgement {
        let judgement = try await database.invite(
            InvitationOrder(
                id: Self.id(100 + number), match: Self.id(match), from: player, to: addressee, at: instant,
                expires: instant + .hours(1)))
        if let expected, judgement != expected {
            throw DatabaseContract.Broken(description: "an order is judged as \(judgement), not \(expected)")
        }
        return judgement
    }

    /// Ann invites somebody, which must be possible.
    func send(
        _ number: Int, _ addressee: InvitationOrder.Addressee, to match: Int, at instant: Instant = Trade.noon
    ) async throws -> Invitation {
        if addressee == .code(bobsCode) { _ = try await database.keep(bobsCode, of: bob, at: Trade.noon) }
        let judgement = try await invite(number, addressee, to: match, from: ann, at: instant)
        guard case .sent(let invitation) = judgement else {
            throw DatabaseContract.Broken(description: "an order is judged as \(judgement)")
        }
        return invitation
    }
}
