/// A route together with what its handler gets: a handler of another kind doesn't compile.
///
/// - Parameters:
///   - Caller: who may ask: ``ForAnyone``, ``ForPlayers``, ``ForAdmins`` or ``ForDesk``, as the route's terms say.
///   - Body: what the request's body is decoded to; ``NoBody`` where it has none.
package struct TypedRoute<Caller, Body: Sendable>: Sendable {
    package let route: Route
    /// Decodes the bytes of a body.
    ///
    /// - Throws: the decoder's error.
    package let decode: @Sendable (UnsafeRawBufferPointer) throws -> Body
}

/// Marks routes that anybody may use.
package enum ForAnyone {}
/// Marks routes for holders of a player's token.
package enum ForPlayers {}
/// Marks routes for admins.
package enum ForAdmins {}
/// Marks routes of the desk's own.
package enum ForDesk {}

package typealias OpenRoute<Body: Sendable> = TypedRoute<ForAnyone, Body>
package typealias PlayerRoute<Body: Sendable> = TypedRoute<ForPlayers, Body>
package typealias AdminRoute<Body: Sendable> = TypedRoute<ForAdmins, Body>

/// The body of a request that has none.
package struct NoBody: Hashable, Sendable {
    package init() {}
}

/// A body that is taken as it is.
package struct ByteBody: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension TypedRoute where Body == NoBody {
    init(_ route: Route) {
        self.init(route: route) { _ in NoBody() }
    }
}

extension TypedRoute where Body == ByteBody {
    init(_ route: Route) {
        self.init(route: route) { ByteBody(bytes: Array($0)) }
    }
}

extension TypedRoute where Body: Decodable {
    init(_ route: Route) {
        self.init(route: route) { try WireJSON.decode(Body.self, $0) }
    }
}
