/// The results of a fleet, as tables.
package struct FleetReport: Sendable {
    package let results: [EstimatorResult]

    package subscript(kind: EstimatorKind) -> EstimatorResult? {
        results.first { $0.kind == kind }
    }

    /// The errors at the 99th percentile, a row for each link and a column for each estimator, in Markdown.
    package var table: String {
        let links = Link.all.indices.map { index in
            row(Link.all[index].name, Link.all[index].goalUs) { $0.errors[index].p99Us }
        }
        let pairs = row("two players", EstimatorResult.pairsGoalUs) { $0.pairs.p99Us }
        return lines(["ms, p99", "goal"] + results.map(\.kind.name), links + [pairs])
    }

    /// All percentiles of one estimator, in Markdown.
    package func details(of kind: EstimatorKind) -> String {
        guard let result = self[kind] else { return "" }
        let links = Link.all.indices.map { index in
            let percentiles = result.errors[index]
            return [Link.all[index].name] + cells(percentiles) + [result.uncertaintiesUs[index].map(Self.cell) ?? "–"]
        }
        return lines(
            ["ms", "p50", "p95", "p99", "worst", "mean ±"],
            links + [["two players"] + cells(result.pairs) + ["–"]])
    }

    private func row(_ name: String, _ goalUs: Int64, _ us: (EstimatorResult) -> Int64) -> [String] {
        [name, Self.cell(goalUs)] + results.map { Self.cell(us($0)) }
    }

    private func cells(_ percentiles: Percentiles) -> [String] {
        [percentiles.p50Us, percentiles.p95Us, percentiles.p99Us, percentiles.worstUs].map(Self.cell)
    }

    private static func cell(_ us: Int64) -> String { "\(Milliseconds(us))" }

    private func lines(_ head: [String], _ rows: [[String]]) -> String {
        let rule = ["---"] + head.dropFirst().map { _ in "---:" }
        return ([head, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
}
