extension Route {
    /// What a value in a path may be.
    package enum NameForm: Hashable, Sendable {
        case text
        case number(ClosedRange<Int64>)
        /// This number of bytes in base64url.
        case bytes(Int)
        /// A SHA-256 in lower-case hexadecimal digits.
        case digest
        /// 1 to 64 small letters, digits and hyphens.
        case label

        /// What a person may write there, after "must be".
        package var words: String {
            switch self {
            case .text: "a text"
            case .number(let range) where range.upperBound == .max: "a whole number, \(range.lowerBound) or more"
            case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .bytes(let count): "\(count) bytes in base64url"
            case .digest: "a SHA-256 in 64 lower-case hexadecimal digits"
            case .label: "1 to 64 small letters, digits and hyphens, such as autumn-prices"
            }
        }
    }

    /// The form of a value in the paths of routes for players and admins.
    ///
    /// - Parameter name: what stands in braces in the pattern.
    package static func form(ofName name: String) -> NameForm {
        switch name {
        case "player", "purchase", "number", "release": .number(1...Int64.max)
        case "slot": .number(1...Int64(Chain.slotsAtMost))
        case "position", "revision": .number(0...65_535)
        case "match", "invitation", "link", "block", "chain": .bytes(16)
        case "master", "bundle": .digest
        case "name": .label
        default: .text
        }
    }
}
