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

    /// Takes a code away, so that nobody else signs in with it.
    ///
    /// - Returns: whom the code signs in; `nil` when it isn't good, or isn't any more.
    package mutating func redeem(_ hash: Hash, at now: Instant) -> Redeemed? {
        guard let code = codes.removeValue(forKey: hash), now < code.until else { return nil }
        return Redeemed(hash: hash, admin: code.admin, until: code.until)
    }

    /// Makes a code good again that signed nobody in, until the instant that it had.
    package mutating func giveBack(_ code: Redeemed) { codes[code.hash] = (code.admin, code.until) }

    /// A code that was taken to sign somebody in.
    package struct Redeemed: Hashable, Sendable {
        package let hash: Hash
        package let admin: AdminToken
        package let until: Instant
    }
}
