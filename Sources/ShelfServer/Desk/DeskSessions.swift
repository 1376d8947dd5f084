package import ShelfConfiguration
package import ShelfEngine
import ShelfModel
import Synchronization

/// Signs admins in to the desk and out of it. What it knows lies in memory and ends with the server.
package final class DeskSessions: Sendable {
    private struct State {
        var sessions = DeskSessionTable()
        var codes = SignInCodes()
    }

    let timeline: Timeline
    private let admins: Admins
    private let randomness: Randomness
    private let state = Mutex(State())

    package init(admins: Admins, timeline: Timeline, randomness: Randomness = .system) {
        self.admins = admins
        self.timeline = timeline
        self.randomness = randomness
    }

    /// - Returns: the code for a sign-in link.
    package func invite(_ admin: AdminToken) -> DeskSecret {
        let code = DeskSecret(randomness)
        state.withLock { $0.codes.add(code.hash, for: admin, at: timeline.now) }
        return code
    }

    func admin(ofToken token: String) -> AdminToken? { admins.admin(ofToken: token) }

    func redeem(_ code: String) -> SignInCodes.Redeemed? {
        guard let code = DeskSecret(code) else { return nil }
        return state.withLock { $0.codes.redeem(code.hash, at: timeline.now) }
    }

    /// Makes a code good again that signed nobody in.
    func giveBack(_ code: SignInCodes.Redeemed) { state.withLock { $0.codes.giveBack(code) } }

    func begin(for admin: AdminToken) -> DeskSession {
        let (id, now) = (DeskSecret(randomness), timeline.now)
        state.withLock { $0.sessions.begin(id.hash, for: admin, at: now) }
        return DeskSession(id: id, admin: admin, ends: now + DeskSessionTable.longest)
    }

    /// Uses a session, which counts against its idle time.
    ///
    /// - Returns: `nil` when there is no such session, or not any more.
    func session(_ id: DeskSecret) -> DeskSession? {
        guard let (admin, ends) = state.withLock({ $0.sessions.use(id.hash, at: timeline.now) }) else { return nil }
        return DeskSession(id: id, admin: admin, ends: ends)
    }

    func end(_ id: DeskSecret) { state.withLock { $0.sessions.end(id.hash) } }
}
