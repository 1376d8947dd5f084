import ShelfInvitations

/// Events at instants, made from a seed, and what an ``Observer`` says to them.
struct RandomRun {
    struct Moment: CustomStringConvertible {
        let atMs: Int64
        let event: InviteCoordinator.Event

        var description: String { "\(atMs): \(event)" }
    }

    struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private(set) var moments: [Moment] = []

    init(seed: UInt64, count: Int = 200) {
        var random = Random(state: seed)
        var nowMs: Int64 = 0
        for _ in 0..<count {
            nowMs = Self.instant(after: nowMs, &random)
            moments.append(Moment(atMs: nowMs, event: Self.event(at: nowMs, &random)))
        }
    }

    /// The first rule that is broken.
    static func fault(in moments: [Moment], of coordinator: some Coordinating) -> Rule? {
        var watched = Watched(coordinator)
        for moment in moments {
            if let rule = watched.tell(moment.event, at: moment.atMs) { return rule }
        }
        return nil
    }

    /// What is left of a run when everything is taken out without which the same rule is broken.
    static func shrunk(_ moments: [Moment], _ rule: Rule, of coordinator: some Coordinating) -> [Moment] {
        var (left, size) = (moments, moments.count / 2)
        while size > 0 {
            var start = 0
            while start < left.count {
                let fewer = Array(left[..<start] + left[min(start + size, left.count)...])
                if fault(in: fewer, of: coordinator) == rule { left = fewer } else { start += size }
            }
            size /= 2
        }
        return left
    }

    private static func instant(after nowMs: Int64, _ random: inout Random) -> Int64 {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<60: nowMs + Int64.random(in: 0...900, using: &random)
        case 60..<94: nowMs + Int64.random(in: 0...6000, using: &random)
        case 94..<99: nowMs + 10_000
        default: nowMs - Int64.random(in: 0...30_000, using: &random)
        }
    }

    private static func event(at nowMs: Int64, _ random: inout Random) -> InviteCoordinator.Event {
        let number = Int.random(in: 0..<12, using: &random)
        let id = "\(number)"
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<26: return .invited(invite(number, at: nowMs))
        case 26..<50: return .presented(id: id)
        case 50..<54: return .presentationFailed(id: id)
        case 54..<74: return .dismissed(id: Int.random(in: 0..<4, using: &random) == 0 ? "own" : id)
        case 74..<77: return .opened(id: "own")
        case 77..<80: return .matchStarted
        case 80..<83: return .matchEnded
        case 83..<86: return .cancelled(id: id)
        case 86..<88: return .didEnterBackground
        case 88..<91: return .willEnterForeground
        case 91..<95: return .playerChanged(to: ["ana", "ana", "ana", "ben", nil].randomElement(using: &random) ?? nil)
        case 95: return .launched
        default: return .timerDue
        }
    }

    /// The same number is the same invite, but for when it expires.
    private static func invite(_ number: Int, at nowMs: Int64) -> Invite {
        Invite(
            id: "\(number)", player: number % 4 == 3 ? "ben" : "ana",
            kind: number % 3 == 0 ? .requested(recipients: ["cem", "dia"]) : .accepted,
            expiresMs: number % 2 == 0 ? nil : nowMs + 8000)
    }
}
