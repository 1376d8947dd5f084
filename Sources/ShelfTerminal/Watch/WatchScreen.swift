import Foundation
import ShelfClient
import ShelfWire

/// Watches a server's stores on a terminal, until somebody quits.
package actor WatchScreen {
    private let plan: WatchPlan
    private let ink: Ink
    private let terminal = Terminal()
    private var selected: Int
    private var runners: [Int: StoreRunner] = [:]
    private var tasks: [Task<Void, Never>] = []

    /// Often enough for a bar to move smoothly.
    private static let tick = Duration.milliseconds(100)

    package init(_ plan: WatchPlan, ink: Ink) {
        self.plan = plan
        self.ink = ink
        selected = plan.first
    }

    /// - Returns: the signal that ended it, if one did.
    package func run() async throws -> Int32? {
        terminal.listen()
        terminal.enter()
        defer {
            terminal.leave()
            terminal.stopListening()
        }
        let ended: Int32?
        do {
            try select(selected)
            tasks.append(Task { await self.keepDrawing() })
            ended = try await follow()
        } catch {
            await endTasks()
            throw error
        }
        await endTasks()
        return ended
    }

    private func follow() async throws -> Int32? {
        for await event in terminal.events {
            switch event {
            case .key(.quit): return nil
            case .key(.next): try select((selected + 1) % plan.stores.count)
            case .key(.previous): try select((selected + plan.stores.count - 1) % plan.stores.count)
            case .signal(SIGTSTP): terminal.suspend()
            case .signal(SIGCONT), .resized: break
            case .signal(let number): return number
            }
            await draw()
        }
        return nil
    }

    /// Stores that were looked at keep what they know, but rest while another one is shown.
    private func select(_ index: Int) throws {
        if index != selected { runners[selected]?.send(.hidden) }
        selected = index
        if let runner = runners[index] { return runner.send(.shown) }
        let runner = try plan.runner(of: plan.stores[index])
        runners[index] = runner
        tasks.append(Task { await runner.run() })
        tasks.append(Task { for await _ in runner.redraws { await self.draw(index) } })
    }

    private func keepDrawing() async {
        while (try? await Task.sleep(for: Self.tick)) != nil { await draw() }
    }

    private func draw(_ index: Int) async {
        if index == selected { await draw() }
    }

    private func draw() async {
        let index = selected
        guard let runner = runners[index] else { return }
        let (shelf, status) = await runner.look()
        guard index == selected, !Task.isCancelled else { return }
        let frame = StoreFrame(stores: plan.stores, selected: index, shelf: shelf, status: status, ink: ink)
        terminal.draw(frame.lines(.current))
    }

    private func endTasks() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
