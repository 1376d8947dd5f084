/// What the rotation of a refresh token is judged by, read while its family is locked.
package struct RotationFacts: Hashable, Sendable {
    /// The family that the token names; `nil` when there is none.
    package let family: TokenFamily?

    package init(family: TokenFamily?) {
        self.family = family
    }

    /// - Parameter presented: SHA-256 of the token that the client sent. Unless it is the newest one, two clients have
    ///   the same token, so one of them has stolen it.
    package func judge(presented: [UInt8], at: Instant) -> RotationVerdict {
        guard let family, family.expires > at else { return .unknown }
        return family.newest == presented ? .rotate(player: family.player) : .revoke
    }
}

/// What becomes of a refresh token's family.
package enum RotationVerdict: Hashable, Sendable {
    /// Nothing changes.
    case unknown
    /// The family is deleted.
    case revoke
    /// The next token takes the place of the newest one.
    case rotate(player: Int64)

    package var answer: RotationAnswer {
        switch self {
        case .unknown: .unknown
        case .revoke: .revoked
        case .rotate(let player): .rotated(player: player)
        }
    }
}
