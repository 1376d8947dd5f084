package import ShelfConfiguration
package import ShelfModel

/// The codes of sign-in links. Each is good once, and for a short time. They are known by their SHA-256.
package struct SignInCodes {
    package typealias Hash = [UInt8]

    /// How long a code is good.
    package static let life = TimeSpan.minutes(10)

    private var codes: [Hash: (admin: AdminToken, until: Instant)] = [:]

    package init() {}

    package mutating func add(_ hash: Hash, for admin: AdminToken, at now: Instant) {
        codes = codes.filter { now < $0.value.until }
        codes[hash] = (admin, now + Self.life)
    }

    /// - Returns: whom the code signs in; `nil` when it isn't good, or isn't any more.
    package mutating func redeem(_ hash: Hash, at now: Instant) -> AdminToken? {
        guard let code = codes.removeValue(forKey: hash), now < code.until else { return nil }
        return code.admin
    }
}
