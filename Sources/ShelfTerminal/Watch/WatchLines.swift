import ShelfClient
package import ShelfModel
import ShelfWire

/// Watches a store without a terminal: plain lines, one for each change.
package struct WatchLines: Sendable {
    let plan: WatchPlan
    let count: Int?
    let span: TimeSpan?

    /// - Parameters:
    ///   - count: ends after so many changes.
    ///   - span: ends after this time.
    package init(_ plan: WatchPlan, count: Int?, span: TimeSpan?) {
        self.plan = plan
        self.count = count
        self.span = span
    }

    package func run(_ print: @escaping @Sendable (String) -> Void) async throws {
        let store = plan.stores[plan.first]
        let runner = try plan.runner(of: store)
        await withTaskGroup { group in
            group.addTask { await runner.run() }
            group.addTask { await follow(runner, currency: store.currency, print) }
            if let span { group.addTask { try? await Task.sleep(for: .milliseconds(span.milliseconds)) } }
            await group.next()
            group.cancelAll()
        }
    }

    private func follow(_ runner: StoreRunner, currency: String, _ print: @Sendable (String) -> Void) async {
        var log = ChangeLog(currency: currency, most: count ?? .max)
        for await _ in runner.redraws {
            let (shelf, status) = await runner.look()
            for line in log.lines(shelf, status) { print(line) }
            if log.isFull { return }
        }
    }
}
