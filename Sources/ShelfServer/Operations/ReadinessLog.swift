/// Knows what was wrong when it was last told, and so what is new and what is over.
package struct ReadinessLog {
    /// By their words without numbers, which change while a fault lasts.
    private var known: [String: String] = [:]

    package init() {}

    package mutating func note(_ faults: [String]) -> (begun: [String], over: [String]) {
        let now = Dictionary(faults.map { ($0.filter { !$0.isNumber }, $0) }) { first, _ in first }
        defer { known = now }
        return (
            now.filter { known[$0.key] == nil }.values.sorted(), known.filter { now[$0.key] == nil }.values.sorted()
        )
    }
}
