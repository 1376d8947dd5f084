import ShelfWire

/// One request about matches and invitations, as a value. Each sending of it is the same.
struct MatchRequest: Sendable {
    let target: RequestTarget
    var body: (any Encodable & Sendable)?
    /// Of what makes something: the server makes it once, however often it gets this key.
    var key: String?
    /// Whether it may reach the server twice without this client knowing.
    var isRepeatable = true

    /// - Throws: ``InvitationError/notFound`` when one of the ids can't be an id, which would ask for something else.
    init(
        _ route: Route, _ ids: [String] = [], body: (any Encodable & Sendable)? = nil, key: String? = nil
    ) throws(InvitationError) {
        guard ids.allSatisfy(\.isID) else { throw .notFound }
        target = RequestTarget(route, ids)
        self.body = body
        self.key = key
    }
}
