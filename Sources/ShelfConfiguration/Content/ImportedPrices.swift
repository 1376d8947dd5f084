import ShelfModel

/// Reads the prices of a foreign table, all by one scale.
struct ImportedPrices {
    /// What a price of 1 is in the smallest unit.
    let scale: Int64
    /// Whether a price has decimals, such as `1.50` and `2.00`.
    let haveDecimals: Bool

    enum Reading: Hashable {
        case price(Int64)
        case nothing
        /// Less than 0.
        case negative
        /// A number that isn't whole in the smallest unit, or too large.
        case broken
        case unread
    }

    /// - Parameter scale: `nil` to take hundredths where one of the prices has decimals other than zeros.
    init(_ cells: some Sequence<String>, scale: Int64?) {
        let numbers = cells.lazy.compactMap { WrittenNumber($0) }
        let areHundredths = numbers.contains { !$0.isWhole }
        haveDecimals = areHundredths
        self.scale = scale ?? (areHundredths ? 100 : 1)
    }

    func read(_ text: String) -> Reading {
        guard !text.isEmpty else { return .nothing }
        if let number = WrittenNumber(text) { return number.scaled(by: scale).map(Reading.price) ?? .broken }
        let isSigned = ["-", "\u{2212}", "\u{2013}"].contains(text.prefix(1))
        if isSigned, let number = WrittenNumber(String(text.dropFirst())) {
            return number.scaled(by: 1) == 0 ? .price(0) : .negative
        }
        return .unread
    }
}
