/// A list of levels in the order in which they are played.
package struct Pack: Hashable, Sendable {
    /// 1 to 64 of a-z, 0-9 and -.
    package let id: String
    /// The least version of the game's engine that can play the levels, from 1 on.
    package let engine: Int
    /// Their ids differ.
    package let levels: [Level]

    package static let mostLevels = 10_000
    /// Of all levels together.
    package static let mostBytes = 32 << 20
    /// Of `pack.yaml`. Ten thousand levels need less, and reading takes many times as much memory.
    package static let mostListBytes = 4 << 20

    /// The pack without levels, which every reader can begin with.
    package static func empty(_ id: String) -> Pack { Pack(id: id, engine: 1, levels: []) }

    package init(id: String, engine: Int, levels: [Level]) {
        self.id = id
        self.engine = engine
        self.levels = levels
    }
}
