/// The corridor as a function of the rate: all evidence moved to one moment.
struct Fit {
    let evidence: Evidence
    let atUs: Int64
    let wanderPpb: Int64

    /// A line of the envelope: where it is at a rate, and how fast it moves with the rate.
    typealias Point = (us: Int64, ageUs: Int64)

    /// Rates that leave the corridor as wide as the widest but for so much are as good: delays are never that constant.
    static let toleranceUs: Int64 = 150
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

    /// The middle of the rates that leave the corridor nearly as wide as it can be: a concave search.
    func widest(in rates: ClosedRange<Int64>) -> Int64 {
        let peak = Self.first(in: rates) { upper(at: $0).ageUs <= lower(at: $0).ageUs }
        let widest = widthUs(at: peak)
        let enough = widest - Self.toleranceUs - widest / Self.toleranceShare
        let left = Self.first(in: rates.lowerBound...peak) { widthUs(at: $0) >= enough }
        let right = -Self.first(in: -rates.upperBound...(-peak)) { widthUs(at: -$0) >= enough }
        return left + (right - left) / 2
    }

    /// The first rate for which something holds that holds for all after it; the last one if it never does.
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
