import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfWire

/// Lets admins do what their tokens allow, however they show who they are. Every use of a token is recorded in the
/// audit log before the answer is sent. Refused uses are recorded only up to the token's limit; beyond it the answer is
/// to wait, and nothing is recorded.
struct AdminAccess {
    let authentication: any AdminAuthentication
    let limits: RateLimits
    let database: any AuditDatabase
    let timeline: Timeline
    /// Names those who ask without a token that is known.
    let strangers: StrangerLog
    let looks: RecentLooks

    init(
        authentication: any AdminAuthentication, limits: RateLimits, database: any AuditDatabase, timeline: Timeline
    ) {
        self.authentication = authentication
        self.limits = limits
        self.database = database
        self.timeline = timeline
        strangers = StrangerLog(timeline: timeline)
        looks = RecentLooks()
    }

    /// Notes what admins change in the server's log.
    var log: AdminLog { AdminLog(authentication: authentication) }

    /// - Returns: who sent a request, if the route is theirs to ask for; ``allow(_:_:scope:_:)`` refuses all others.
    func admin(of request: Request, for route: Route) -> AdminToken? {
        guard let scope = route.scope, let admin = try? authentication.admin(of: request) else { return nil }
        return admin.scopes.contains(scope) ? admin : nil
    }

    /// Handles a reading request: checks that the token has the route's scope, and records the use.
    ///
    /// - Parameter body: returns the answer, and the player and purchase that it is about if the path doesn't name
    ///   them.
    func look(
        _ request: Request, _ context: ShelfRequestContext,
        _ body: () async throws -> (any Encodable & Sendable, about: AuditSubject?)
    ) async throws -> Response {
        try await allow(request, context) { use in
            let (answer, about) = try await body()
            try await record(use, about: about)
            // It may be long, and event loops must not write it.
            return try await Task.detached { try JSONBody.response(answer) }.value
        }
    }

    /// Records that something was looked at. The same look within a minute is one entry.
    func record(_ look: AdminUse, about: AuditSubject? = nil) async throws {
        let entry = look.entry(200, about: about)
        guard looks.isNew(look, at: look.at) else { return }
        do {
            try await database.audit(entry)
        } catch {
            looks.forget(look)
            throw error
        }
    }

    /// Handles a request: checks the token's scope, and records the use when it is refused.
    ///
    /// - Parameters:
    ///   - scope: what is asked for, where it isn't what the route's terms say.
    ///   - body: handles the request and records the use, in one transaction with what it changes.
    func allow<Value>(
        _ request: Request, _ context: ShelfRequestContext, scope: AdminScope? = nil,
        _ body: (AdminUse) async throws -> Value
    ) async throws -> Value {
        guard let admin = try authentication.admin(of: request) else {
            strangers.note(request, context, address: limits.address(of: request, context))
            try limits.admit(request, context)
            throw authentication.unauthorized
        }
        let use = use(of: admin, request, context)
        do {
            guard let scope = scope ?? request.route?.scope else { throw Problem.notFound }
            guard admin.scopes.contains(scope) else { throw Problem.forbidden(scope.rawValue) }
            return try await limits.admitLook(scope.isWriting ? nil : admin.name) {
                try await available { try await refusals(of: body, use) }.get()
            }
        } catch let refused as RefusedUse {
            try await record(refused)
            throw refused.problem
        } catch let problem as Problem {
            try await record(RefusedUse(problem, of: use, about: use.about))
            throw problem
        }
    }

    /// Does what comes before a request's handler, and records it when that is refused.
    func recordingRefusals<Value>(
        of admin: AdminToken, _ request: Request, _ context: ShelfRequestContext,
        _ body: () async throws(Problem) -> Value
    ) async throws -> Value {
        do throws(Problem) {
            return try await body()
        } catch {
            let use = use(of: admin, request, context)
            try await record(RefusedUse(error, of: use, about: use.about))
            throw error
        }
    }

    private func use(of admin: AdminToken, _ request: Request, _ context: ShelfRequestContext) -> AdminUse {
        AdminUse(by: admin, request, context, at: timeline.now)
    }

    private func refusals<Value>(
        of body: (AdminUse) async throws -> Value, _ use: AdminUse
    ) async throws -> Result<Value, RefusedUse> {
        do {
            return .success(try await body(use))
        } catch let refused as RefusedUse {
            return .failure(refused)
        }
    }

    private func record(_ refused: RefusedUse) async throws {
        try limits.admitRefusal(of: refused.entry.by)
        try await available { try await database.audit(refused.entry) }
    }
}

extension Route {
    /// The scope of an admin route; `nil` for any other.
    fileprivate var scope: AdminScope? {
        if case .admin(let scope) = terms.access { scope } else { nil }
    }
}

extension ShelfRequestContext {
    /// Returns the number of a player or a purchase in the path.
    ///
    /// - Returns: `nil` when the path has no valid number there.
    func number(_ name: String) -> Int64? {
        parameters.get(name).flatMap(Int64.init(plain:)).flatMap { $0 > 0 ? $0 : nil }
    }
}

extension FixedWidthInteger {
    /// Reads a number in its plain form only. Returns `nil` for other forms, such as `+1` and `01`.
    init?(plain text: String) {
        guard let number = Self(text), String(number) == text else { return nil }
        self = number
    }
}
