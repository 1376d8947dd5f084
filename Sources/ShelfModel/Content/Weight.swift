/// How often an item is drawn in proportion to the others, as a whole number of millionths.
///
/// The number is a fixed-point number, so that the same rules give the same weights on every machine.
package struct Weight: Hashable, Comparable, Sendable {
    package let millionths: UInt64

    /// The largest weight of an item. Sums over any real catalogue stay within 64 bits.
    package static let most = Weight(millionths: 1_000_000_000_000)
    package static let one = Weight(millionths: 1_000_000)
    package static let zero = Weight(millionths: 0)

    package init(millionths: UInt64) {
        self.millionths = millionths
    }

    /// Reads a decimal number such as `4`, `0.02` or `1.5`, with six decimals at most, up to 1000.
    package init?(decimal text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }),
            let whole = UInt64(parts[0]), whole <= 1000
        else { return nil }
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard decimals.count <= 6, let fraction = UInt64(decimals + String(repeating: "0", count: 6 - decimals.count))
        else { return nil }
        guard whole * 1_000_000 + fraction <= 1_000_000_000 else { return nil }
        self.init(millionths: whole * 1_000_000 + fraction)
    }

    /// The product, rounded down. It is zero only when a factor is zero.
    package static func * (left: Weight, right: Weight) -> Weight {
        guard left > .zero, right > .zero else { return .zero }
        let (product, overflow) = left.millionths.multipliedReportingOverflow(by: right.millionths)
        guard !overflow else { return .most }
        return Swift.min(.most, Weight(millionths: Swift.max(1, product / 1_000_000)))
    }

    package static func < (left: Weight, right: Weight) -> Bool {
        left.millionths < right.millionths
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
