import ShelfClient
package import ShelfModel
import ShelfWire

/// Watches a store without a terminal, and writes a plain line for each change.
package struct WatchLines: Sendable {
    let plan: WatchPlan
    let count: Int?
    let span: TimeSpan?

    /// - Parameters:
    ///   - count: ends after this number of changes.
    ///   - span: ends when this time is over.
    package init(_ plan: WatchPlan, count: Int?, span: TimeSpan?) {
        self.plan = plan
        self.count = count
        self.span = span
    }

    package func run(_ print: @escaping @Sendable (String) -> Void) async throws {
        let store = plan.stores[plan.first]
        let runner = try plan.runner(of: store)
        runner.send(.storesWanted)
        await withTaskGroup { group in
            group.addTask { await runner.run() }
            group.addTask { await follow(runner, of: store, print) }
            if let span { group.addTask { try? await Task.sleep(for: .milliseconds(span.milliseconds)) } }
            await group.next()
            group.cancelAll()
        }
    }

    private func follow(
        _ runner: SessionRunner, of store: StoreDescription, _ print: @Sendable (String) -> Void
    ) async {
        var log = ChangeLog(most: count ?? .max)
        for await _ in runner.redraws {
            let (shelf, status) = await runner.look()
            for line in log.lines(shelf, status) { print(line) }
            if log.isFull { return }
        }
    }
}
