import Foundation
import ShelfPacks
import ShelfWire

/// What a library remembers from one start to the next, as a value, and how it changes.
struct LevelState: Hashable, Codable {
    /// Random bytes in base64url, by which the device knows whether a rollout is for it. No server is told.
    var device: String
    /// The version of the game's engine when the app was there last; `nil` in a state of a library that kept none.
    var engine: Int?
    /// The newest document that was seen, by channel and public key.
    var seen: [String: Seen]
    /// The content of the app's own snapshot when it was looked at last.
    var shipped: String
    /// The contents of the release that is there and of the one before; `nil` for the app's own.
    var current: String?
    var former: String?
    /// Why contents aren't taken again: what the app has reported since the channel points at the release that its
    /// newest document names.
    var failed: [String: String]

    struct Seen: Hashable, Codable {
        var sequence: Int64
        /// Until when the document is good, in milliseconds since the epoch.
        var goodUntilMs: Int64
        /// The content of the release that it names, for all devices or for a part of them.
        var release: String?
    }

    /// How many failures are remembered.
    private static let mostFailed = 20

    init(device: [UInt8], shipped: String, engine: Int) {
        self.device = Base64URL.encode(device)
        (self.shipped, self.engine) = (shipped, engine)
        (seen, failed) = ([:], [:])
    }

    /// Another app is an update, which may have mended what failed. If it brings other levels, it begins with these.
    mutating func begin(shipped: String, engine: Int) {
        if self.shipped != shipped { (self.shipped, current, former, failed) = (shipped, nil, nil, [:]) }
        if self.engine != engine { (self.engine, failed) = (engine, [:]) }
    }

    /// Notes a document. One that names another release than the document before is news of the designers, who know
    /// what failed; a change of the share alone tries nothing again.
    ///
    /// - Returns: whether it was noted, which is so unless a newer one was seen.
    mutating func see(_ document: PackDocument, as key: String) -> Bool {
        guard document.sequence >= seen[key]?.sequence ?? 0 else { return false }
        let release = document.release.content
        if seen[key]?.release != release { failed = [:] }
        seen[key] = Seen(sequence: document.sequence, goodUntilMs: document.goodUntilMs, release: release)
        return true
    }

    /// - Parameter content: of a release that is whole and checked; `nil` for the app's own.
    mutating func take(_ content: String?) {
        guard content != current else { return }
        (former, current) = (current, content)
    }

    /// Goes back to the release before; from that to the app's own.
    mutating func goBack() { (current, former) = (former, nil) }

    /// Goes back, and doesn't take the release again.
    ///
    /// - Returns: whether it went back, which is so unless another release is there.
    mutating func report(_ release: String, why: String) -> Bool {
        guard release == current else { return false }
        if failed.count >= Self.mostFailed { failed = [:] }
        failed[release] = why
        goBack()
        return true
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
