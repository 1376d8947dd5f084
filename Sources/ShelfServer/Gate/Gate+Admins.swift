import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// An answer to an admin who looks at something. It may tell the audit log more than the call does.
struct Look<Value: Sendable>: Sendable {
    let answer: Value
    /// The player and the purchase, if the path doesn't name them.
    var about: AuditSubject?
    /// The use that is recorded, if it isn't the call's.
    var use: AdminUse?
}

/// An answer, and the place for heavy work that it keeps until it has been read.
struct Passed<Value: Sendable>: Sendable {
    let answer: Value
    let place: WorkPlace?
}

/// Every use of an admin's token is recorded in the audit log before it is answered. Uses that the gate or a handler
/// refuses are recorded only up to the token's limit; beyond it the answer is to wait, and nothing is recorded. A
/// refusal that a handler has recorded itself isn't counted.
extension Gate {
    /// Lets an admin's call pass that looks at something.
    ///
    /// - Throws: ``Problem``; ``Unavailable`` for any other error of the handler.
    func pass<Body: Sendable, Answer: Sendable>(
        _ call: Call, _ route: AdminRoute<Body>,
        _ handler: @escaping @Sendable (AdminUse, Body) async throws -> Look<Answer>
    ) async throws -> Passed<Answer> {
        try await pass(call, route) { use, body in
            let look = try await handler(use, body)
            try await record(look.use ?? use, about: look.about)
            return look.answer
        }
    }

    /// Lets an admin's call pass. The handler stores the use's entry in the transaction of its change.
    ///
    /// - Throws: ``Problem``; ``Unavailable`` for any other error of the handler.
    func pass<Body: Sendable, Answer: Sendable>(
        _ call: Call, _ route: AdminRoute<Body>,
        _ handler: @escaping @Sendable (AdminUse, Body) async throws -> Answer
    ) async throws -> Passed<Answer> {
        guard case .admin(let scope) = call.route.terms.access else { throw Problem.notFound }
        let use = AdminUse(by: try admin(of: call), call, at: timeline.now)
        return try await logging(use, call, if: scope.isWriting) {
            try await recordingRefusals(of: use) {
                try use.check(scope)
                try call.names.check()
                return try await counting(use, scope) {
                    if call.route.terms.isKeyed { _ = try call.idempotencyKey() }
                    return try await work(on: call, for: use) { bytes in
                        try await available { try await handler(use, decoded(call, route, bytes)) }
                    }
                }
            }
        }
    }

    /// Lets an admin see more than others do on a route that is open to anybody, if the token has a scope. Such a look is
    /// recorded only when it is refused.
    func look<Value>(_ call: Call, _ scope: AdminScope, _ act: () async throws -> Value) async throws -> Value {
        let use = AdminUse(by: try admin(of: call), call, at: timeline.now)
        return try await recordingRefusals(of: use) {
            try use.check(scope)
            return try await counting(use, scope) { try await available(act) }
        }
    }

    private func admin(of call: Call) throws -> AdminToken {
        if let admin = try admins.admin(of: call) { return admin }
        strangers.note(call)
        try limits.spend(.addresses, .network(call.network))
        throw admins.unauthorized
    }

    /// Counts what looks at something, unless it is refused.
    private func counting<Value>(
        _ use: AdminUse, _ scope: AdminScope, _ act: () async throws -> Value
    ) async throws -> Value {
        scope.isWriting ? try await act() : try await limits.counting(.looks, .admin(use.by), act)
    }

    /// Records that something was looked at. The same look within a minute is one entry.
    private func record(_ look: AdminUse, about: AuditSubject?) async throws {
        let entry = look.entry(200, about: about)
        guard looks.isNew(look, at: look.at) else { return }
        do {
            try await database.audit(entry)
        } catch {
            looks.forget(look)
            throw error
        }
    }

    /// Records a use of a token when it is refused.
    private func recordingRefusals<Value>(
        of use: AdminUse, _ act: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await act()
        } catch let refused as RefusedUse {
            try await record(refused)
            throw refused.problem
        } catch let refused as RecordedRefusal {
            throw refused.problem
        } catch let problem as Problem {
            try await record(RefusedUse(problem, of: use, about: use.about))
            throw problem
        }
    }

    private func record(_ refused: RefusedUse) async throws {
        try limits.spend(.refusals, .admin(refused.entry.by))
        try await available { try await database.audit(refused.entry) }
    }

    /// Logs one line for each change that an admin made or tried to make: who, what, and the status of the answer.
    ///
    /// The line contains nothing from the body, which may name a person. The audit log in the database has more detail.
    private func logging<Value>(
        _ use: AdminUse, _ call: Call, if isChange: Bool, _ act: () async throws -> Value
    ) async throws -> Value {
        func note(_ status: Int) {
            guard isChange else { return }
            call.name.logger?.notice(
                "admin write", metadata: ["by": "\(use.by)", "what": "\(call.name.what)", "status": "\(status)"])
        }
        do {
            let value = try await act()
            note(200)
            return value
        } catch {
            note(ErrorProblems.status(of: error))
            throw error
        }
    }
}

extension AdminUse {
    fileprivate func check(_ scope: AdminScope) throws(Problem) {
        guard scopes.contains(scope) else { throw .forbidden(scope.rawValue) }
    }
}

extension Limit {
    private static let looksPerSecond: Int64 = 20
    private static let looksAtOnce: Int64 = 100

    /// An admin's looks. Each is written to the audit log, so they are bounded.
    static let looks = Limit("looks", of: .admins) { _ in Rate(looksPerSecond, in: .seconds(1), atOnce: looksAtOnce) }
    /// An admin's refused requests, which are written there, too.
    static let refusals = Limit("refusals", of: .admins) { .perSecond($0.player) }
}
