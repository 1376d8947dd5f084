/// The bounds of the offset as functions of the rate, with all evidence moved to one moment; see ``Corridor``.
struct CorridorFit {
    let evidence: Evidence
    let atUs: Int64
    let wanderPpb: Int64

    func upperUs(at ppb: Int64) -> Int64 {
        evidence.uppers.lazy.map { $0.offsetUs + Self.up((atUs - $0.atUs) * (wanderPpb + ppb)) }.min() ?? .max
    }

    func lowerUs(at ppb: Int64) -> Int64 {
        evidence.lowers.lazy.map { $0.offsetUs + Self.down((atUs - $0.atUs) * (ppb - wanderPpb)) }.max() ?? .min
    }

    private static func up(_ product: Int64) -> Int64 {
        product > 0 ? (product + 999_999_999) / 1_000_000_000 : product / 1_000_000_000
    }

    private static func down(_ product: Int64) -> Int64 {
        product < 0 ? (product - 999_999_999) / 1_000_000_000 : product / 1_000_000_000
    }
}
