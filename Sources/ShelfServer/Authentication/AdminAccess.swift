import Hummingbird
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfWire

/// Lets admins do what their tokens allow, however they show who they are. Every use of a token is recorded in the audit
/// log before the answer is sent. Refused uses are recorded only up to the token's limit; beyond it the answer is to
/// wait, and nothing is recorded.
struct AdminAccess {
    let authentication: any AdminAuthentication
    let limits: RateLimits
    let database: any AuditDatabase
    let timeline: Timeline
    /// Names those who ask without a token that is known.
    let strangers: StrangerLog

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
            try await database.audit(use.entry(200, about: about))
            // It may be long, and event loops must not write it.
            return try await Task.detached { try JSONBody.response(answer) }.value
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
        let use = AdminUse(
            by: admin.name, request, context, at: timeline.now,
            about: AuditSubject(player: context.number("player"), purchase: context.number("purchase")))
        do {
            guard let scope = scope ?? request.route?.scope else { throw Problem.notFound }
            guard admin.scopes.contains(scope) else { throw Problem.forbidden(scope.rawValue) }
            return try await available { try await refusals(of: body, use) }.get()
        } catch let refused as RefusedUse {
            try await record(refused)
            throw refused.problem
        } catch let problem as Problem {
            try await record(RefusedUse(problem, of: use, about: use.about))
            throw problem
        }
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
