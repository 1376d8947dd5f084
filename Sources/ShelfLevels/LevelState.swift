import Foundation
import ShelfPacks
import ShelfWire

/// What a library remembers from one start to the next.
struct LevelState: Hashable, Codable {
    /// Random bytes in base64url, by which the device knows whether a rollout is for it. No server is told.
    var device: String
    /// The newest document that was seen, by channel and public key.
    var seen: [String: Seen]
    /// The content of the app's own snapshot when it was looked at last.
    var shipped: String
    /// The contents of the release that is there and of the one before; `nil` for the app's own.
    var current: String?
    var former: String?
    /// Why contents aren't taken again: what the app has reported.
    var failed: [String: String]

    struct Seen: Hashable, Codable {
        var sequence: Int64
        /// Until when the document is good, in milliseconds since the epoch.
        var goodUntilMs: Int64
    }

    /// How many failures are remembered.
    private static let mostFailed = 20

    init(device: [UInt8], shipped: String) {
        self.device = Base64URL.encode(device)
        self.shipped = shipped
        (seen, failed) = ([:], [:])
    }

    mutating func take(_ content: String) {
        guard content != current else { return }
        (former, current) = (current, content)
    }

    /// Goes back to the release before; from that to the app's own.
    mutating func goBack() { (current, former) = (former, nil) }

    /// Goes back, and doesn't take the release again.
    mutating func give(up why: String) {
        guard let current else { return }
        if failed.count >= Self.mostFailed { failed = [:] }
        failed[current] = why
        goBack()
    }

    /// An app's update brings its own levels, and may have mended what failed.
    mutating func begin(with shipped: String) {
        (self.shipped, current, former, failed) = (shipped, nil, nil, [:])
    }

    static func read(_ file: URL) -> LevelState? {
        (try? Data(contentsOf: file)).flatMap { try? WireJSON.decode(LevelState.self, $0) }
    }

    /// Writes it so that after a crash it is the former or the new one.
    func write(_ file: URL) throws(LevelProblem) {
        guard let bytes = try? WireJSON.encode(self) else { throw .storage("the state is no JSON") }
        do throws(PackFault) {
            try WholeFile.replace(file, with: bytes)
        } catch {
            throw .storage("\(error)")
        }
    }
}
