/// How much a stream may bring. Lines come in with their instant, and it says whether there were too many.
///
/// A true stream begins with at most as many notices as a reader keeps (20,000, of three lines each), and then has some
/// lines a second. So it may bring ``linesAtOnce`` at its beginning and after each rest, and ``linesASecond`` for ever.
/// Comments, fields and empty lines count alike, because each costs work.
package struct StreamPace: Hashable, Sendable {
    /// A stream has brought more than a true one can.
    package struct Flood: Error, Hashable {}

    /// How many lines a stream may bring at once.
    package static let linesAtOnce = 100_000
    /// How many more lines it may bring for each second that passes.
    package static let linesASecond = 1_000

    private var left = Double(linesAtOnce)
    private var atUs: Int64?

    package init() {}

    /// - Parameters:
    ///   - lines: how many have come since the last call.
    ///   - nowUs: by this device's clock.
    package mutating func take(_ lines: Int, at nowUs: Int64) throws(Flood) {
        let backUs = max(0, nowUs - (atUs ?? nowUs))
        left =
            min(Double(Self.linesAtOnce), left + Double(backUs) * Double(Self.linesASecond) / 1_000_000) - Double(lines)
        atUs = nowUs
        guard left >= 0 else { throw Flood() }
    }
}
