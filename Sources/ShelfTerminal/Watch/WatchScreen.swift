import Foundation
import ShelfClient
import ShelfWire

/// Shows a server's stores on a terminal until the user quits.
package actor WatchScreen {
    private let plan: WatchPlan
    private let style: TerminalStyle
    private let terminal = Terminal()
    /// The server's stores as they are now, and the selected one even if it is gone.
    private var stores: [StoreDescription]
    private var selected: Int
    /// By the stores' ids.
    private var runners: [String: SessionRunner] = [:]
    private var queues: [String: PurchaseQueue] = [:]
    /// The list of stores that was last taken from each runner.
    private var taken: [String: [StoreDescription]] = [:]
    private var controls = WatchControls()
    /// The frame on the screen. Enter buys what it shows.
    private var drawn: StoreFrame?
    private var tasks: [Task<Void, Never>] = []

    /// Often enough for a bar to move smoothly.
    private static let tick = Duration.milliseconds(100)

    package init(_ plan: WatchPlan, style: TerminalStyle) {
        self.plan = plan
        self.style = style
        (stores, selected) = (plan.stores, plan.first)
    }

    /// - Returns: the signal that ended it, or `nil` when the user quit.
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
            case .key(.next): try select((selected + 1) % stores.count)
            case .key(.previous): try select((selected + stores.count - 1) % stores.count)
            case .key(.move(let direction)): move(direction)
            case .key(.buy): buy()
            case .signal(SIGTSTP): terminal.suspend()
            case .signal(SIGCONT), .resized: break
            case .signal(let number): return number
            }
            await draw()
        }
        return nil
    }

    /// Shows another store. Stores that were shown before keep their state, but are inactive meanwhile.
    private func select(_ index: Int) throws {
        if index != selected { runners[shown.id]?.send(.hidden) }
        selected = index
        (controls, drawn) = (WatchControls(), nil)
        let (store, id) = (shown, shown.id)
        if let runner = runners[id] { return runner.send(.shown) }
        let runner = try plan.runner(of: store)
        runners[id] = runner
        runner.send(.storesWanted)
        tasks.append(Task { await runner.run() })
        tasks.append(Task { for await _ in runner.redraws { await self.draw(id) } })
        guard let queue = try plan.queue(in: store) else { return }
        queues[id] = queue
        tasks.append(Task { await queue.run() })
        tasks.append(Task { for await _ in queue.changes { await self.draw(id) } })
        tasks.append(Task { try? await queue.loadBalances() })
    }

    private var shown: StoreDescription { stores[selected] }

    /// Follows the server's stores. The selected one stays, so that the user can read that it is closed.
    ///
    /// - Parameter store: whose runner has this list. One that was hidden may have an older list for a while.
    private func take(_ listed: [StoreDescription], of store: String) {
        guard !listed.isEmpty, taken.updateValue(listed, forKey: store) != listed else { return }
        let present = shown
        stores = listed
        if !listed.contains(where: { $0.id == present.id }) { stores.insert(present, at: min(selected, stores.count)) }
        selected = stores.firstIndex { $0.id == present.id } ?? 0
    }

    private func move(_ arrow: TerminalKey.Arrow) {
        guard let drawn, drawn.panel != nil else { return }
        controls.move(arrow, count: drawn.shelf.positions.count, columns: drawn.columns(.current))
    }

    private func buy() {
        guard let queue = queues[shown.id], let drawn,
            let position = controls.enter(on: drawn.shelf, at: LocalClock.live.nowUs())
        else { return }
        let (reading, id) = (drawn.status.clock, shown.id)
        tasks.append(Task { await self.buy(position, reading, from: queue, in: id) })
    }

    private func buy(_ position: ShelfPosition, _ reading: ClockReading, from queue: PurchaseQueue, in store: String)
        async
    {
        do {
            _ = try await queue.buy(position, at: reading)
        } catch {
            // A refusal by the server is shown as the last answer already.
            let isShown = await queue.look().answered.last?.result == .failure(error)
            if store == shown.id, error != .cancelled, !isShown { controls.refuse(error) }
        }
    }

    private func keepDrawing() async {
        while (try? await Task.sleep(for: Self.tick)) != nil { await draw() }
    }

    private func draw(_ store: String) async {
        if store == shown.id { await draw() }
    }

    private func draw() async {
        let id = shown.id
        guard let runner = runners[id] else { return }
        let (shelf, status) = await runner.look()
        let (purchases, listed) = (await queues[id]?.look(), await runner.stores)
        guard id == shown.id, !Task.isCancelled else { return }
        take(listed, of: id)
        let panel = purchases.map {
            PurchasePanel(
                $0, currency: shown.currency, chosen: controls.cursor.position,
                refusal: controls.refusal)
        }
        let frame = StoreFrame(
            stores: stores, selected: selected, shelf: shelf, status: status, style: style, panel: panel)
        drawn = frame
        terminal.draw(frame.lines(.current))
    }

    private func endTasks() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
