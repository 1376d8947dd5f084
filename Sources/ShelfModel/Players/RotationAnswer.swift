package enum RotationAnswer: Hashable, Sendable {
    case rotated(player: Int64)
    /// The token had been used before. All tokens of its family are invalid from now on.
    case revoked
    /// There is no such family, it was revoked, or it has expired.
    case unknown
}
