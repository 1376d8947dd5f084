/// How alike neighbours in a series are. A queue that stays for a while makes many exchanges wrong in the same way,
/// which then teach no more than a few.
enum Autocorrelation {
    /// By how much the variance of the series' mean is larger than if all values were independent, in sixteenths.
    ///
    /// - Parameter values: their mean is about zero.
    static func sixteenths(of values: [Int64]) -> Int64 {
        var (squares, products, last): (Int64, Int64, Int64) = (0, 0, 0)
        for value in values {
            squares += value * value
            products += value * last
            last = value
        }
        guard products > 0 else { return 16 }
        return min(sixteenthsAtMost, 16 * (squares + products) / max(1, squares - products))
    }

    /// More can't be told from less than a hundred values.
    static let sixteenthsAtMost: Int64 = 624
}
