/// The results of a fleet, as tables.
package struct FleetReport: Sendable {
    package let links: [Link]
    package let results: [EstimatorResult]

    package subscript(kind: EstimatorKind) -> EstimatorResult? {
        results.first { $0.kind == kind }
    }

    /// The errors at the 99th percentile, a row for each link and a column for each estimator, in Markdown.
    package var table: String {
        let rows = links.indices.map { index in
            row(links[index].name, links[index].goalUs) { $0.errors[index].p99Us }
        }
        guard links.contains(where: { $0.percent > 0 }) else { return lines(head, rows) }
        let pairs = row("two players", EstimatorResult.pairsGoalUs) { $0.pairs.p99Us }
        return lines(head, rows + [pairs])
    }

    /// All percentiles of one estimator, in Markdown.
    package func details(of kind: EstimatorKind) -> String {
        guard let result = self[kind] else { return "" }
        let rows = links.indices.map { index in
            let percentiles = result.errors[index]
            return [links[index].name] + cells(percentiles) + [result.uncertaintiesUs[index].map(Self.cell) ?? "–"]
        }
        return lines(
            ["ms", "p50", "p95", "p99", "worst", "mean ±"],
            rows + [["two players"] + cells(result.pairs) + ["–"]])
    }

    /// Shelflife's errors at the 99th percentile beside the best other estimator's, the worst case first, in Markdown.
    package var comparison: String {
        let byRatio = links.indices.sorted { percent($0) > percent($1) }
        let rows = byRatio.compactMap { index -> [String]? in
            guard let ours = self[.shelflife], let best = best(on: index) else { return nil }
            let outside = ours.outsideThousandths[index]
            return [
                links[index].name, Self.cell(ours.errors[index].p99Us), Self.cell(best.errors[index].p99Us),
                best.kind.name, "\(percent(index)) %", ours.uncertaintiesUs[index].map(Self.cell) ?? "–",
                outside == 0 ? "never" : "\(outside) ‰",
            ]
        }
        return lines(["ms, p99", "Shelflife", "best other", "which", "of that", "mean ±", "outside"], rows)
    }

    /// Shelflife's error on a link at the 99th percentile, as percent of the best other estimator's.
    package func percent(_ index: Int) -> Int64 {
        guard let ours = self[.shelflife], let best = best(on: index) else { return 0 }
        return ours.errors[index].p99Us * 100 / max(1, best.errors[index].p99Us)
    }

    private func best(on index: Int) -> EstimatorResult? {
        results.filter { $0.kind != .shelflife }.min { $0.errors[index].p99Us < $1.errors[index].p99Us }
    }

    private var head: [String] { ["ms, p99", "goal"] + results.map(\.kind.name) }

    private func row(_ name: String, _ goalUs: Int64, _ us: (EstimatorResult) -> Int64) -> [String] {
        [name, Self.cell(goalUs)] + results.map { Self.cell(us($0)) }
    }

    private func cells(_ percentiles: Percentiles) -> [String] {
        [percentiles.p50Us, percentiles.p95Us, percentiles.p99Us, percentiles.worstUs].map(Self.cell)
    }

    private static func cell(_ us: Int64) -> String { us == .max ? "–" : "\(Milliseconds(us))" }

    private func lines(_ head: [String], _ rows: [[String]]) -> String {
        let rule = ["---"] + head.dropFirst().map { _ in "---:" }
        return ([head, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
}
