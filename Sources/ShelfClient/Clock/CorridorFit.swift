/// The bounds of the offset as functions of the rate, with all evidence moved to one moment; see ``Corridor``.
struct CorridorFit {
    let evidence: Evidence
    let atUs: Int64
    let wanderPpb: Int64

    /// A point of a bound: its value at a rate, and the age of the evidence, by which it grows with the rate.
    typealias Point = (us: Int64, ageUs: Int64)

    /// Rates count as equally good when the corridor is narrower than the widest by this much at most, because delays
    /// are never constant to the microsecond.
    static let toleranceUs: Int64 = 150
    /// Besides, by one part in so many of the widest corridor.
    static let toleranceShare: Int64 = 256

    func upper(at ppb: Int64) -> Point {
        var best: Point = (.max, 0)
        for bound in evidence.uppers {
            let age = atUs - bound.atUs
            let us = bound.offsetUs + Self.up(age * (wanderPpb + ppb))
            if us < best.us { best = (us, age) }
        }
        return best
    }

    func lower(at ppb: Int64) -> Point {
        var best: Point = (.min, 0)
        for bound in evidence.lowers {
            let age = atUs - bound.atUs
            let us = bound.offsetUs + Self.down(age * (ppb - wanderPpb))
            if us > best.us { best = (us, age) }
        }
        return best
    }

    func middleUs(at ppb: Int64) -> Int64 {
        let (least, most) = (lower(at: ppb).us, upper(at: ppb).us)
        return least + (most - least) / 2
    }

    func widthUs(at ppb: Int64) -> Int64 { upper(at: ppb).us - lower(at: ppb).us }

    /// The middle of the rates at which the corridor is nearly as wide as it can be. The width is a concave function of
    /// the rate, so the ends are found by bisection.
    func widest(in rates: ClosedRange<Int64>) -> Int64 {
        let peak = Self.first(in: rates) { upper(at: $0).ageUs <= lower(at: $0).ageUs }
        let widest = widthUs(at: peak)
        let enough = widest - Self.toleranceUs - widest / Self.toleranceShare
        let left = Self.first(in: rates.lowerBound...peak) { widthUs(at: $0) >= enough }
        let right = -Self.first(in: -rates.upperBound...(-peak)) { widthUs(at: -$0) >= enough }
        return left + (right - left) / 2
    }

    /// The first rate for which a condition holds that then holds for all larger rates; the last rate if it never does.
    private static func first(in rates: ClosedRange<Int64>, where holds: (Int64) -> Bool) -> Int64 {
        var (low, high) = (rates.lowerBound, rates.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func up(_ product: Int64) -> Int64 {
        product > 0 ? (product + 999_999_999) / 1_000_000_000 : product / 1_000_000_000
    }

    private static func down(_ product: Int64) -> Int64 {
        product < 0 ? (product - 999_999_999) / 1_000_000_000 : product / 1_000_000_000
    }
}
