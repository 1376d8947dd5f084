/// Makes the numbers of players and purchases. A number shows when it was assigned, but not how many exist.
///
/// Players see these numbers. If they counted up, anyone who bought twice could see how many purchases others had made
/// in between. These have 42 bits of time, in milliseconds since the epoch, which last until the year 2109, and 11 bits
/// of chance. Together they are below 2^53, so that a JavaScript number holds them exactly.
package enum TimeOrderedNumber {
    private static let latest: Int64 = (1 << 42) - 1
    private static let chances: Int64 = 1 << 11

    /// - Parameters:
    ///   - last: the greatest number that was given so far, or 0: the next is greater, whatever the clock says.
    ///   - chance: any bits; the lowest are used.
    package static func next(after last: Int64, at instant: Instant, chance: UInt64) -> Int64 {
        let milliseconds = min(max(0, instant.milliseconds), latest)
        return max(last + 1, milliseconds * chances + Int64(chance % UInt64(chances)))
    }
}
