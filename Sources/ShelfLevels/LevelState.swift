import Foundation
import ShelfWire

/// What a library remembers from one start to the next.
struct LevelState: Hashable, Codable {
    /// Random bytes in base64url, by which the device knows whether a rollout is for it. No server is told.
    var device: String
    /// Of the newest document that was seen.
    var sequence: Int64
    /// Until when that document is good, in milliseconds since the epoch.
    var goodUntilMs: Int64
    /// The content of the app's own snapshot when it was looked at last.
    var shipped: String
    /// The contents of the release that is there and of the one before; `nil` for the app's own.
    var current: String?
    var former: String?
    /// Why contents aren't taken again.
    var failed: [String: String]

    /// How many failures are remembered.
    private static let mostFailed = 20

    init(device: [UInt8], shipped: String) {
        self.device = Base64URL.encode(device)
        self.shipped = shipped
        (sequence, goodUntilMs, failed) = (0, 0, [:])
    }

    mutating func take(_ content: String) {
        guard content != current else { return }
        (former, current) = (current, content)
    }

    /// Goes back to the release before; from that to the app's own.
    mutating func goBack(_ why: String) {
        guard let current else { return }
        if failed.count >= Self.mostFailed { failed = [:] }
        failed[current] = why
        (self.current, former) = (former, nil)
    }

    static func read(_ file: URL) -> LevelState? {
        (try? Data(contentsOf: file)).flatMap { try? WireJSON.decode(LevelState.self, $0) }
    }

    /// Writes it so that after a crash it is the former or the new one.
    func write(_ file: URL) throws(LevelProblem) {
        do {
            try DurableWrite.replace(file, with: try WireJSON.encode(self))
        } catch {
            throw .storage("\(error)")
        }
    }
}
