import Logging
import ShelfEngine

/// Logs from which addresses somebody asks for what only admins may do, or tries to sign in to the desk, without a
/// token that is known: a mistyped token, or an attack.
///
/// The audit log has no line for these, because they have no name.
struct StrangerLog {
    private let log: ThrottledLog

    init(timeline: Timeline) {
        log = ThrottledLog(timeline: timeline)
    }

    func note(_ call: Call) {
        guard let logger = call.name.logger else { return }
        log.log(
            .warning, "nobody is known who has this admin token",
            ["from": "\(call.name.address)", "what": "\(call.name.what)"], to: logger)
    }
}
