/// Why the server closes a connection.
package enum ConnectionFault: Int, CaseIterable, Sendable {
    case idle, slowRequest, slowReader, hugeRequest

    var name: String {
        switch self {
        case .idle: "idle"
        case .slowRequest: "slow request"
        case .slowReader: "slow reader"
        case .hugeRequest: "huge request"
        }
    }
}
