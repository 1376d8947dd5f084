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
    let gate: Gate
    let addresses: ClientAddresses
    let content: ContentHolder

    func add(to router: some RouterMethods<ShelfRequestContext>) {
        router.on(.deskSession) { request, context in
            try JSONBody.response(answer(session(of: call(request, context, .deskSession))))
        }
        router.on(.deskSignIn) { request, context in try await signIn(call(request, context, .deskSignIn)) }
        router.on(.deskSignOut) { request, context in try await signOut(call(request, context, .deskSignOut)) }
    }

    private func call(_ request: Request, _ context: ShelfRequestContext, _ route: Route) -> Call {
        Call(request, context, for: route, known: authentication.proof(in: request), from: addresses)
    }

    private func session(of call: Call) throws -> DeskSession {
        if let session = try authentication.session(of: call) { return session }
        try gate.limits.spend(.addresses, .network(call.network))
        throw Problem.signedOut
    }

    private func signIn(_ call: Call) async throws -> Response {
        let (admin, code) = try await admitted(call)
        do {
            try await record(call, by: admin)
        } catch {
            // Nobody has signed in, so the link must go on working.
            if let code { sessions.giveBack(code) }
            throw error
        }
        if let old = DeskSecret(call.token) { sessions.end(old) }
        let session = sessions.begin(for: admin)
        var response = try JSONBody.response(answer(session))
        response.headers[.setCookie] = authentication.cookie.setting(session.id)
        return response
    }

    /// Tells who signs in. Each attempt counts against the limit of its network, unless it succeeds.
    private func admitted(_ call: Call) async throws -> (AdminToken, SignInCodes.Redeemed?) {
        try gate.limits.spend(.signIns, .network(call.network))
        let asked = try await gate.decoded(call, .deskSignIn, gate.bytes(of: call))
        guard let admitted = try admin(asked) else {
            gate.strangers.note(call)
            throw Problem.notSignedIn
        }
        gate.limits.giveBack(.signIns, .network(call.network))
        return admitted
    }

    /// - Returns: the admin, with the code if it was one; `nil` when nobody has this token or code.
    private func admin(_ asked: DeskSignIn) throws -> (AdminToken, SignInCodes.Redeemed?)? {
        switch (asked.token, asked.code) {
        case (let token?, nil): sessions.admin(ofToken: token).map { ($0, nil) }
        case (nil, let code?): sessions.redeem(code).map { ($0.admin, $0) }
        default: throw Problem.badRequest("The body must have either a token or a code.")
        }
    }

    private func signOut(_ call: Call) async throws -> Response {
        let session = try session(of: call)
        sessions.end(session.id)
        try await record(call, by: session.admin)
        var response = try JSONBody.response(Acknowledgement())
        response.headers[.setCookie] = authentication.cookie.removing
        return response
    }

    /// Writes it into the audit log before it is answered.
    private func record(_ call: Call, by admin: AdminToken) async throws {
        let use = AdminUse(by: admin, call, at: sessions.timeline.now)
        try await available { try await gate.database.audit(use.entry(200)) }
        call.name.logger?.notice("desk", metadata: ["by": "\(admin.name)", "what": "\(call.name.what)"])
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

extension Limit {
    /// Sign-ins to the desk that fail, all of an hour's at once if need be.
    static let signIns = Limit(.signIns, of: .networks) { _ in .perHour(30, atOnce: 30) }
}
