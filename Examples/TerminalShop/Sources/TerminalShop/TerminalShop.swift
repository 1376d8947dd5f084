import Foundation
import ShelfClient

/// A game's shop in the terminal: it shows what is on sale, and buys the position whose number the player types.
///
///     swift run TerminalShop http://127.0.0.1:8080 main <public key>
@main @MainActor struct TerminalShop {
    let store: StoreModel

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3, let server = URL(string: arguments[1]) else {
            say("Usage: TerminalShop SERVER STORE PUBLIC-KEY (all three are in the server's start-up lines)")
            exit(2)
        }
        let shop = TerminalShop(
            store: try StoreModel(
                server: server, store: arguments[2], publicKey: arguments[3], archive: nil, player: .memory()))
        shop.store.start()
        await shop.play()
        await shop.store.stop()
    }

    /// Shows the shelf whenever it has changed, until the player has typed the last line.
    private func play() async {
        let showing = Task {
            var shown = Shelf.bare
            while (try? await Task.sleep(for: .milliseconds(200))) != nil {
                if store.shelf.positions.map(\.listing) != shown.positions.map(\.listing) { show(store.shelf) }
                shown = store.shelf
            }
        }
        for await line in Self.lines { await buy(line) }
        showing.cancel()
    }

    /// Writes a line at once, also into a pipe.
    private nonisolated static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private func show(_ shelf: Shelf) {
        Self.say("\n\(store.status.connection), \(clock)")
        for position in shelf.positions {
            let card = position.card.map { "\($0.glyph ?? " ") \($0.name), \($0.price) \($0.currency)" }
            Self.say("\(position.position + 1): \(card ?? "sealed"), \(position.timeLeft.wholeSeconds) s left")
        }
    }

    private var clock: String {
        store.clock.reading().uncertainty.map { "clock ±\($0.milliseconds) ms" } ?? "setting the clock"
    }

    private func buy(_ line: String) async {
        guard let number = Int(line), let position = store[number - 1] else {
            return Self.say("Type the number of a position.")
        }
        do {
            let receipt = try await store.buy(position)
            Self.say("You own \(receipt.item). Left: \(store.balance.map(String.init) ?? "unknown").")
        } catch {
            Self.say(error.localizedDescription)
        }
    }

    /// What the player types. `readLine` waits, so it gets a thread of its own.
    private nonisolated static var lines: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}
