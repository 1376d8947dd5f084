/// What a fleet's voyage showed.
package struct FleetReport: Sendable {
    package let standings: [Standing]

    package subscript(contender: Contender) -> Standing? {
        standings.first { $0.contender == contender }
    }

    /// The errors at the 99th percentile, a row for each link and a column for each contender, in Markdown.
    package var table: String {
        let links = Link.all.indices.map { index in
            row(Link.all[index].name, Link.all[index].goalUs) { $0.errors[index].p99Us }
        }
        let pairs = row("two players", Standing.pairsGoalUs) { $0.pairs.p99Us }
        return lines(["ms, p99", "goal"] + standings.map(\.contender.name), links + [pairs])
    }

    /// One contender's figures in full, in Markdown.
    package func details(of contender: Contender) -> String {
        guard let standing = self[contender] else { return "" }
        let links = Link.all.indices.map { index in
            let figures = standing.errors[index]
            return [Link.all[index].name] + cells(figures) + [standing.uncertaintiesUs[index].map(Self.cell) ?? "–"]
        }
        return lines(
            ["ms", "p50", "p95", "p99", "worst", "mean ±"],
            links + [["two players"] + cells(standing.pairs) + ["–"]])
    }

    private func row(_ name: String, _ goalUs: Int64, _ us: (Standing) -> Int64) -> [String] {
        [name, Self.cell(goalUs)] + standings.map { Self.cell(us($0)) }
    }

    private func cells(_ figures: Figures) -> [String] {
        [figures.p50Us, figures.p95Us, figures.p99Us, figures.worstUs].map(Self.cell)
    }

    private static func cell(_ us: Int64) -> String { "\(Milliseconds(us))" }

    private func lines(_ head: [String], _ rows: [[String]]) -> String {
        let rule = ["---"] + head.dropFirst().map { _ in "---:" }
        return ([head, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
}
