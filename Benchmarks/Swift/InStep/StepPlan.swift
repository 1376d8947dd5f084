import ShelfConfiguration
import ShelfModel
import ShelfTesting

/// Who takes part in a run, over which links, how long, and what befalls them. All seconds count from its beginning.
struct StepPlan {
    let witnesses: Int
    let seconds: Int
    /// How long after its beginning a client isn't judged yet.
    let settling: Int
    let store: StoreContent
    let stop: Accident
    let cut: Accident
    /// When a client is ended, to begin anew with what it kept and another boot clock.
    let leap: Accident

    struct Accident {
        let client: Int
        let at: Int
        var lasts = 0

        var end: Int { at + lasts }
    }

    static let full = StepPlan(
        witnesses: 20, seconds: 220, settling: 10, store: store(positions: 24, shelfLife: 8...20),
        stop: Accident(client: 3, at: 60, lasts: 60), cut: Accident(client: 11, at: 90, lasts: 30),
        leap: Accident(client: 6, at: 25))
    static let small = StepPlan(
        witnesses: 5, seconds: 45, settling: 4, store: store(positions: 16, shelfLife: 5...12),
        stop: Accident(client: 1, at: 12, lasts: 10), cut: Accident(client: 3, at: 16, lasts: 6),
        leap: Accident(client: 2, at: 10))

    /// The clocks of a client, and its ways to the server and back.
    struct Client {
        let name: String
        let up: LinkShape
        let down: LinkShape
        let clock: WornClock

        var link: String {
            let rate = up.bytesPerSecond.map { ", \($0 / 1000) kB/s" } ?? ""
            return "\(up.delayUs / 1000)/\(down.delayUs / 1000) ms + 0–\(up.jitterUs / 1000)\(rate)"
        }
    }

    /// Ways of 10 to 40 ms. One is 10 ms longer than the other: the way up for clients with an even number.
    func client(_ number: Int, name: String? = nil) -> Client {
        let meanUs = 15_000 + Int64(number) * 20_000 / Int64(max(1, witnesses - 1))
        let skewUs: Int64 = number.isMultiple(of: 2) ? 5_000 : -5_000
        let rate: Int64? = number % 4 == 3 ? 400_000 : nil
        let sign: Int64 = number % 3 == 0 ? -1 : 1
        return Client(
            name: name ?? String(number),
            up: LinkShape(delayUs: meanUs + skewUs, jitterUs: 3_000, bytesPerSecond: rate),
            down: LinkShape(delayUs: meanUs - skewUs, jitterUs: 3_000, bytesPerSecond: rate),
            clock: WornClock(
                offsetUs: sign * Int64(number + 1) * 1_234_567_891,
                driftPpb: (Int64(number) * 37 % 121 - 60) * 1_000))
    }

    private static func store(positions: Int, shelfLife: ClosedRange<Int>) -> StoreContent {
        StoreContent(
            rules: StoreRules(store: "step", positions: positions, shelfLife: shelfLife, noRepeat: .seconds(30)),
            title: "In step", columns: 8)
    }
}
