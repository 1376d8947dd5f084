/// Computes what a wallet holds.
enum Balance {
    /// Returns the new balance; `nil` when it would be negative or overflow.
    static func sum(_ balance: Int64, _ change: Int64) -> Int64? {
        let (sum, overflow) = balance.addingReportingOverflow(change)
        return overflow || sum < 0 ? nil : sum
    }
}
