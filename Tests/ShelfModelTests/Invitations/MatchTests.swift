import ShelfModel
import Testing

@Suite struct MatchTests {
    private static let noon = Instant(milliseconds: 1_700_000_000_000)
    private static let id = [UInt8](repeating: 1, count: 16)

    @Test func `players get the first free place, keep it, and give it back`() {
        let play = Play(size: 3)
        #expect(play.join(2) == .success(2))
        #expect(play.join(2) == .success(2))
        #expect(play.join(3) == .success(3))
        #expect(play.join(4) == .failure(.full))
        #expect(play.leave(2))
        #expect(!play.leave(2))
        #expect(play.join(4) == .success(2))
        #expect(play.match.places.map(\.player) == [1, 4, 3])
    }

    @Test func `a closed match takes nobody, and goes on without those who leave`() {
        let play = Play(size: 3)
        _ = play.join(2)
        play.close(by: 2)
        #expect(play.join(3) == .failure(.closed))
        #expect(play.join(1) == .success(1))
        #expect(play.leave(1))
        #expect(play.join(1) == .failure(.closed))
        #expect(play.match.state == .closed)
        #expect(play.leave(2))
        #expect(play.match.state == .ended)
    }

    @Test func `a match in which nothing happens for seven days is over`() {
        let play = Play(size: 2)
        let late = Self.noon + Match.idleLimit
        #expect(!play.match.isOver(at: late - .milliseconds(1)))
        #expect(play.match.isOver(at: late))
        #expect(play.join(2, at: late) == .failure(.closed))
        #expect(!play.leave(1, at: late))
        let move = MatchMove(match: Self.id, player: 1, version: 0, payload: [], state: nil, at: late)
        #expect(play.match.judge(move) == .over)
    }

    /// A match of player 1.
    private final class Play {
        private(set) var match: Match

        init(size: Int) { match = Match(id: MatchTests.id, size: size, player: 1, at: MatchTests.noon) }

        func join(_ player: Int64, at instant: Instant = MatchTests.noon) -> Result<Int, InvitationRefusal> {
            do throws(InvitationRefusal) {
                return .success(try match.join(player, at: instant))
            } catch {
                return .failure(error)
            }
        }

        func leave(_ player: Int64, at instant: Instant = MatchTests.noon) -> Bool {
            match.leave(player, at: instant)
        }

        func close(by player: Int64) {
            let move = MatchMove(
                match: match.id, player: player, version: match.version, payload: [5], state: .closed,
                at: MatchTests.noon)
            if case .moved(let closed) = match.judge(move) { match = closed }
        }
    }
}
