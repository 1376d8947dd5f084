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
    private var buyers: [Int: PurchaseRunner] = [:]
    private var cursor = ShelfCursor()
    private var refusal: String?
    /// What is on the screen: that is what a key buys.
    private var drawn: StoreFrame?
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

    /// Stores that were looked at keep what they know, but rest while another one is shown.
    private func select(_ index: Int) throws {
        if index != selected { runners[selected]?.send(.hidden) }
        selected = index
        (cursor, refusal, drawn) = (ShelfCursor(), nil, nil)
        if let runner = runners[index] { return runner.send(.shown) }
        let runner = try plan.runner(of: plan.stores[index])
        runners[index] = runner
        tasks.append(Task { await runner.run() })
        tasks.append(Task { for await _ in runner.redraws { await self.draw(index) } })
        guard let buyer = try plan.buyer(in: plan.stores[index]) else { return }
        buyers[index] = buyer
        tasks.append(Task { await buyer.run() })
        tasks.append(Task { for await _ in buyer.changes { await self.draw(index) } })
        tasks.append(Task { try? await buyer.loadBalances() })
    }

    private func move(_ direction: ShelfCursor.Direction) {
        guard let drawn, drawn.purse != nil else { return }
        cursor.move(direction, count: drawn.shelf.positions.count, columns: drawn.columns(.current))
    }

    private func buy() {
        guard let buyer = buyers[selected], let drawn, let chosen = cursor.position,
            drawn.shelf.positions.indices.contains(chosen)
        else { return }
        let position = drawn.shelf.positions[chosen]
        refusal = nil
        // Whoever presses a key within the first moments meant what stood there before.
        guard position.phase != .arriving else {
            return refusal = "it has only just come; press Enter again if you want it"
        }
        let (reading, index) = (drawn.status.clock, selected)
        tasks.append(Task { await self.buy(position, reading, from: buyer, in: index) })
    }

    private func buy(_ position: ShelfPosition, _ reading: ClockReading, from buyer: PurchaseRunner, in index: Int)
        async
    {
        do {
            _ = try await buyer.buy(position, at: reading)
        } catch let error as PurchaseError where index == selected {
            // What was judged stands among the answers already.
            if await buyer.look().answered.last?.result != .failure(error) { refusal = "\(error)" }
        } catch {}
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
        let purchases = await buyers[index]?.look()
        guard index == selected, !Task.isCancelled else { return }
        let purse = purchases.map {
            Purse($0, currency: plan.stores[index].currency, chosen: cursor.position, refusal: refusal)
        }
        let frame = StoreFrame(
            stores: plan.stores, selected: index, shelf: shelf, status: status, ink: ink, purse: purse)
        drawn = frame
        terminal.draw(frame.lines(.current))
    }

    private func endTasks() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
