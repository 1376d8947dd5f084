package import ShelfConfiguration
import Synchronization

/// The settings that hold from the moment they are read: who the admins are, how often who may ask, and which pages may.
/// All others hold after a restart only.
package final class CurrentSettings: Sendable {
    private struct State {
        var admins: Admins
        var origins: [String]
        var limited: [@Sendable (LimitSettings) -> Void] = []
    }

    private let state: Mutex<State>

    package init(_ settings: Settings) {
        state = Mutex(State(admins: Admins(tokens: settings.admins), origins: settings.server.origins))
    }

    package var admins: Admins { state.withLock(\.admins) }

    /// Origins whose pages may call more than the public routes, such as `https://game.example`.
    var origins: [String] { state.withLock(\.origins) }

    /// - Parameter limit: called whenever settings are read again.
    func follow(_ limit: @escaping @Sendable (LimitSettings) -> Void) { state.withLock { $0.limited.append(limit) } }

    /// Puts settings in force that were read again.
    package func take(_ settings: Settings) {
        let limited = state.withLock { state in
            (state.admins, state.origins) = (Admins(tokens: settings.admins), settings.server.origins)
            return state.limited
        }
        for limit in limited { limit(settings.limits) }
    }
}
