import HTTPTypes
import Hummingbird
import Logging
import ShelfConfiguration
import ShelfDatabase
import ShelfEngine
import ShelfModel
import ShelfWire

/// Signing in to the desk and out of it.
struct DeskRoutes {
    let sessions: DeskSessions
    let authentication: DeskAuthentication
    let limits: RateLimits
    let database: any AuditDatabase
    let content: ContentHolder
    let strangers: StrangerLog

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.deskSession) { request, context in
            guard let session = try authentication.session(of: request) else {
                try limits.admit(request, context)
                throw Problem.signedOut
            }
            return try JSONBody.response(answer(session))
        }
        router.on(.deskSignIn) { request, context in try await signIn(request, context) }
        router.on(.deskSignOut) { request, context in try await signOut(request, context) }
    }

    private func signIn(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        let asked = try await JSONBody.read(DeskSignIn.self, from: request)
        let (admin, code) = try limits.admitSignIn(request, context) {
            guard let found = try self.admin(asked) else {
                strangers.note(request, context, address: limits.address(of: request, context))
                throw Problem.notSignedIn
            }
            return found
        }
        do {
            try await record(request, context, by: admin)
        } catch {
            // Nobody has signed in, so the link must go on working.
            if let code { sessions.giveBack(code) }
            throw error
        }
        if let old = authentication.cookie.id(of: request) { sessions.end(old) }
        let session = sessions.begin(for: admin)
        var response = try JSONBody.response(answer(session))
        response.headers[.setCookie] = authentication.cookie.setting(session.id)
        return response
    }

    /// - Returns: the admin, with the code if it was one; `nil` when nobody has this token or code.
    private func admin(_ asked: DeskSignIn) throws -> (AdminToken, SignInCodes.Redeemed?)? {
        switch (asked.token, asked.code) {
        case (let token?, nil): sessions.admin(ofToken: token).map { ($0, nil) }
        case (nil, let code?): sessions.redeem(code).map { ($0.admin, $0) }
        default: throw Problem.badRequest("The body must have either a token or a code.")
        }
    }

    private func signOut(_ request: Request, _ context: ShelfRequestContext) async throws -> Response {
        guard let session = try authentication.session(of: request) else {
            try limits.admit(request, context)
            throw Problem.signedOut
        }
        sessions.end(session.id)
        try await record(request, context, by: session.admin)
        var response = try JSONBody.response(Acknowledgement())
        response.headers[.setCookie] = authentication.cookie.removing
        return response
    }

    /// Writes it into the audit log before it is answered.
    private func record(_ request: Request, _ context: ShelfRequestContext, by admin: AdminToken) async throws {
        let what = "\(request.method) \(request.uri.path)"
        let use = AdminUse(by: admin, request, context, at: sessions.timeline.now)
        try await available { try await database.audit(use.entry(200)) }
        context.logger.notice("desk", metadata: ["by": "\(admin.name)", "what": "\(what)"])
    }

    private func answer(_ session: DeskSession) -> DeskSessionAnswer {
        let content = content.current
        return DeskSessionAnswer(
            admin: session.admin.name, scopes: session.admin.scopes.map(\.rawValue).sorted(),
            csrfToken: session.csrfToken, title: content.title,
            stores: content.stores.map { DeskSessionAnswer.Store(id: $0.id, title: $0.title) },
            nowMs: sessions.timeline.now.milliseconds, idleMs: DeskSessionTable.idle.milliseconds,
            endsMs: session.ends.milliseconds)
    }
}
