import Hummingbird
import NIOCore
import ShelfWire

/// Adds routes to an origin, each behind the gate.
///
/// A handler gets who asks and the decoded body, and returns what is answered, as JSON if it isn't an ``Answer`` or a
/// response of its own.
struct GatedRouter {
    let gate: Gate
    let router: Router<ShelfRequestContext>
    let addresses: ClientAddresses
    let added = AddedRoutes()

    func on<Body, Value: Encodable & Sendable>(
        _ route: OpenRoute<Body>, _ handler: @escaping @Sendable (Call, Body) async throws -> Value
    ) {
        add(route) { [gate] call, _ in
            try JSONBody.response(try await gate.pass(call, route, handler))
        }
    }

    func on<Body, Value: Encodable & Sendable>(
        _ route: PlayerRoute<Body>, _ handler: @escaping @Sendable (Gate.Caller, Body) async throws -> Value
    ) {
        add(route) { [gate] call, _ in
            try JSONBody.response(try await gate.pass(call, route, handler))
        }
    }

    func on<Body>(
        _ route: PlayerRoute<Body>, _ handler: @escaping @Sendable (Gate.Caller, Body) async throws -> Response
    ) {
        add(route) { [gate] call, _ in try await gate.pass(call, route, handler) }
    }

    func on<Body, Value: Encodable & Sendable>(
        _ route: AdminRoute<Body>, _ handler: @escaping @Sendable (AdminUse, Body) async throws -> Value
    ) {
        guard !route.route.terms.isLook else { return on(route) { Look(answer: try await handler($0, $1)) } }
        add(route) { [gate] call, _ in
            try await gate.kept(gate.pass(call, route) { try await Self.response(handler($0, $1)) })
        }
    }

    func on<Body, Value: Encodable & Sendable>(
        _ route: AdminRoute<Body>, _ handler: @escaping @Sendable (AdminUse, Body) async throws -> Look<Value>
    ) {
        add(route) { [gate] call, _ in
            try await gate.kept(
                gate.pass(call, route) {
                    let look = try await handler($0, $1)
                    return Look(answer: try await Self.response(look.answer), about: look.about, use: look.use)
                })
        }
    }

    func on<Body>(
        _ route: AdminRoute<Body>, _ handler: @escaping @Sendable (AdminUse, Body) async throws -> Look<Answer>
    ) {
        add(route) { [gate] call, request in
            try await gate.kept(
                gate.pass(call, route) {
                    let look = try await handler($0, $1)
                    return Look(answer: look.answer.response(to: request), about: look.about, use: look.use)
                })
        }
    }

    private func add<Caller, Body>(
        _ route: TypedRoute<Caller, Body>, _ respond: @escaping @Sendable (Call, Request) async throws -> Response
    ) {
        added.add(route)
        router.on(route.route) { [gate, addresses] request, context in
            let proof = gate.admins.proof(in: request)
            let call = Call(request, context, for: route.route, known: proof, from: addresses)
            return try await respond(call, request)
        }
    }

    /// An answer to an admin may be long, and event loops must not write it.
    private static func response(_ value: some Encodable & Sendable) async throws -> Response {
        try await Task.detached { try JSONBody.response(value) }.value
    }
}

extension Route.Terms {
    /// Whether an admin only looks at something.
    fileprivate var isLook: Bool {
        if case .admin(let scope) = access { !scope.isWriting } else { false }
    }
}

extension Gate {
    /// An answer, which keeps its place and its room in memory until it has been read.
    fileprivate func kept(_ passed: Passed<Response>) -> Response {
        guard let place = passed.place else { return passed.answer }
        var response = passed.answer
        let body = response.body
        let room = lanes.bytes.add(body.contentLength ?? 0)
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer {
                place.leave()
                withExtendedLifetime(room) {}
            }
            try await body.write(writer)
        }
        return response
    }
}
