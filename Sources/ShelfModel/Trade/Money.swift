/// What can be counted of a currency: wallets hold 0 to ``most``, and nothing changes one by more than that.
package enum Money {
    /// 2^53 - 1, the largest whole number that every reader of JSON keeps exactly. JavaScript can't read a larger
    /// balance.
    package static let most: Int64 = 9_007_199_254_740_991

    /// Returns the new balance; `nil` when it would be negative or more than ``most``.
    static func sum(_ balance: Int64, _ change: Int64) -> Int64? {
        let (sum, overflow) = balance.addingReportingOverflow(change)
        return overflow || !(0...most).contains(sum) ? nil : sum
    }
}
