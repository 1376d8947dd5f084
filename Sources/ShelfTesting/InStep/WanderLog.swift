/// How far the machine's wall clock was from the server's timeline, noted from time to time.
package struct WanderLog: Sendable {
    private var notes: [(atUs: Int64, wanderUs: Int64)] = []

    package init() {}

    package mutating func note(_ wanderUs: Int64, at us: Int64) {
        notes.append((us, wanderUs))
    }

    /// The distance by the last note before `us`.
    package func us(at us: Int64) -> Int64 {
        notes.last { $0.atUs <= us }?.wanderUs ?? notes.first?.wanderUs ?? 0
    }

    package var worstUs: Int64 { notes.map { abs($0.wanderUs) }.max() ?? 0 }
}
