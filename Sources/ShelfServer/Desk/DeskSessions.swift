package import ShelfConfiguration
package import ShelfEngine
import ShelfModel
import Synchronization

/// Signs admins in to the desk and out of it. What it knows lies in memory and ends with the server.
///
/// The sessions and codes of an admin end with the admin's token.
package final class DeskSessions: Sendable {
    private struct State {
        var sessions = DeskSessionTable()
        var codes = SignInCodes()
    }

    let timeline: Timeline
    private let settings: CurrentSettings
    private let randomness: Randomness
    private let state = Mutex(State())

    package init(settings: CurrentSettings, timeline: Timeline, randomness: Randomness = .system) {
        self.settings = settings
        self.timeline = timeline
        self.randomness = randomness
    }

    /// - Returns: the code for a sign-in link.
    package func invite(_ admin: AdminToken) -> DeskSecret {
        let code = DeskSecret(randomness)
        state.withLock { $0.codes.add(code.hash, for: admin, at: timeline.now) }
        return code
    }

    func admin(ofToken token: String) -> AdminToken? { settings.admins.admin(ofToken: token) }

    func redeem(_ code: String) -> SignInCodes.Redeemed? {
        guard let code = DeskSecret(code) else { return nil }
        guard let redeemed = state.withLock({ $0.codes.redeem(code.hash, at: timeline.now) }),
            let admin = settings.admins.current(redeemed.admin)
        else { return nil }
        return SignInCodes.Redeemed(hash: redeemed.hash, admin: admin, until: redeemed.until)
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
        guard let (known, ends) = state.withLock({ $0.sessions.use(id.hash, at: timeline.now) }) else { return nil }
        guard let admin = settings.admins.current(known) else {
            end(id)
            return nil
        }
        return DeskSession(id: id, admin: admin, ends: ends)
    }

    func end(_ id: DeskSecret) { state.withLock { $0.sessions.end(id.hash) } }
}
